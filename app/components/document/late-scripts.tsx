import { Scripts, UNSAFE_RemixContext as RemixContext, useMatches } from "@remix-run/react";
import { cloneElement, isValidElement, type ReactElement, type ReactNode, useContext } from "react";
import { useNonce } from "./nonce";
import starter from "./late-scripts-starter.js?raw";

const isLate = import.meta.env.PROD;

/** What the browser loads of this page; URLs are of the build's files. */
export interface PageModules {
  entry: string;
  manifest: string;
  /** Ids, the root's first. */
  routes: string[];
  preload: string[];
}

/**
 * The page's scripts, fetched and run once the page has been painted. Every page can be read and used without them, so
 * they never stand between a visitor and the first picture: on a slow line, what is seen has it to itself. In place of
 * Remix's inline scripts there are two blocks of data, and one constant script that starts the entry
 * (late-scripts-starter.js, docs/decisions/0034-pages-as-ordinary-http.md).
 *
 * Only the server renders them: they stand behind what React takes over (shell.tsx). While developing they are not late.
 */
export const LateScripts = import.meta.env.SSR ? ServerScripts : () => null;

function ServerScripts() {
  const nonce = useNonce();
  const remix = useContext(RemixContext);
  const matches = useMatches();
  const props = nonce ? { nonce } : {};
  if (!isLate || !remix) return <Scripts {...props} />;
  const { entry, routes, url } = remix.manifest;
  const files = matches.flatMap(({ id }) =>
    [...(routes[id]?.imports ?? []), routes[id]?.module ?? []].flat(),
  );
  const modules: PageModules = {
    entry: entry.module,
    manifest: url,
    routes: matches.map(({ id }) => id),
    preload: [...new Set([url, entry.module, ...entry.imports, ...files])],
  };
  return (
    <>
      {nonce === undefined ? (
        <Data id="remix-context" json={remix.serverHandoffString ?? "{}"} />
      ) : (
        // Called, not rendered: its elements are what is changed. Its hooks are this component's.
        dataScripts(Scripts(props) as ReactNode)
      )}
      <Data id="remix-modules" json={JSON.stringify(modules)} />
      <script {...props} dangerouslySetInnerHTML={{ __html: starter }} />
    </>
  );
}

/** @param json with `<` escaped */
function Data({ id, json }: { id: string; json: string }) {
  return <script id={id} type="application/json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** Remix's elements without its module script and preloads: the scripts with the data, and with what comes later. */
function dataScripts(node: ReactNode): ReactNode {
  if (Array.isArray(node)) return node.map((child: ReactNode) => dataScripts(child));
  if (!isValidElement(node)) return node;
  const { type, props } = node as ReactElement<{ type?: string; children?: ReactNode }>;
  if (type === "link" || props.type === "module") return null;
  if (type === "script") return node;
  return cloneElement(node, {}, ...[props.children].flat().map((child) => dataScripts(child)));
}
