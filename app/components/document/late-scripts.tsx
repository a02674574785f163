import { Scripts } from "@remix-run/react";
import { cloneElement, type ComponentProps, isValidElement, type ReactElement, type ReactNode } from "react";
import { useNonce } from "./nonce";
import starter from "./late-scripts-starter.js?raw";

const isLate = import.meta.env.PROD;

/**
 * Remix's scripts, fetched and run once the page has been painted. Every page can be read and used without them, so
 * they never stand between a visitor and the first picture: on a slow line, what is seen has it to itself. The module
 * script is sent as data, with the files to preload; the small script behind it wakes them (late-scripts-starter.js).
 *
 * Only the server renders them: they stand behind what React takes over (shell.tsx). While developing they are not late.
 */
export const LateScripts = import.meta.env.SSR ? ServerScripts : () => null;

function ServerScripts() {
  const nonce = useNonce();
  const props = nonce ? { nonce } : {};
  // Called, not rendered: its elements are what is changed. Its hooks are this component's.
  const scripts = Scripts(props) as ReactNode;
  if (!isLate) return scripts;
  const files: string[] = [];
  return (
    <>
      {asleep(scripts, files)}
      <script {...props} dangerouslySetInnerHTML={{ __html: starter }} />
    </>
  );
}

/** The same elements with the module script as data, and the preloads as a list of it, which is gathered in `files`. */
function asleep(node: ReactNode, files: string[]): ReactNode {
  if (Array.isArray(node)) return node.map((child: ReactNode) => asleep(child, files));
  if (!isValidElement(node)) return node;
  const element = node as ReactElement<{ href?: string; type?: string; children?: ReactNode }>;
  const { type, props } = element;
  if (type === "link") {
    if (props.href) files.push(props.href);
    return null;
  }
  if (type !== "script") {
    return cloneElement(element, {}, ...[props.children].flat().map((child) => asleep(child, files)));
  }
  if (props.type !== "module") return element;
  return cloneElement(element as ReactElement<ComponentProps<"script">>, {
    type: "text/late-module",
    async: false,
    ...{ "data-files": files.join(" ") },
  });
}
