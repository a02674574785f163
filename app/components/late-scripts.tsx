import { Scripts } from "@remix-run/react";
import { cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";
import { useNonce } from "./nonce";
import starter from "./late-scripts-starter.js?raw";

const isLate = import.meta.env.SSR && import.meta.env.PROD;

/**
 * Remix's scripts, fetched and run once the page has been painted. Every page can be read and used without them, so
 * they never stand between a visitor and the first picture: on a slow line, what is seen has it to itself. They are
 * sent as data; the small script behind them wakes them (late-scripts-starter.js).
 *
 * In the browser Remix's elements stay as they are: React takes over what the server sent, and leaves the differing
 * attributes alone. While developing they are never late, because there React would complain of the difference.
 */
export function LateScripts() {
  const nonce = useNonce();
  const props = nonce ? { nonce } : {};
  // Called, not rendered: its elements are what is changed. Its hooks are this component's.
  const scripts = Scripts(props) as ReactNode;
  return (
    <>
      {isLate ? late(scripts) : scripts}
      <script
        {...props}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: isLate ? starter : "" }}
      />
    </>
  );
}

/** The same elements, asleep. */
function late(node: ReactNode): ReactNode {
  if (Array.isArray(node)) return node.map(late);
  if (!isValidElement(node)) return node;
  const element = node as ReactElement<{ [attribute: string]: unknown; children?: ReactNode }>;
  const { type, props } = element;
  if (type === "link") return cloneElement(element, { rel: "late-modulepreload" });
  if (type !== "script") return cloneElement(element, {}, ...[props.children].flat().map(late));
  return props.type === "module"
    ? cloneElement(element, { type: "text/late-module", async: false })
    : element;
}
