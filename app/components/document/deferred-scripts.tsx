import { Scripts, useMatches } from "@remix-run/react";
import { useContext } from "react";
import { type RootData, useRootData } from "./root-data";
import { EntryContextOfPage } from "./server-contexts";
import starter from "./bootstrap.js?raw";

const isLate = import.meta.env.PROD;

export interface PageModules {
  entry: string;
  manifest: string;
  /** Route ids, the root first. */
  routes: string[];
  preload: string[];
  /** Waits for the visitor's first press, touch or key. */
  onIntent: boolean;
}

/**
 * Returns whether the page is only read (`handle` of its route), so that its scripts wait for the visitor's intent
 * (docs/decisions/0073-scripts-on-intent.md). Not for members, whose other tabs may sign out, nor with a message.
 */
function isOnlyRead(matches: readonly { handle?: unknown }[], data: RootData | undefined): boolean {
  const { scripts } = (matches.at(-1)?.handle ?? {}) as { scripts?: string };
  return scripts === "on intent" && data !== undefined && !data.user && data.flash.length === 0;
}

/**
 * Scripts of the page, loaded after the first paint: pages work without them, so on a slow line they must not compete
 * with visible content. Replaces Remix's inline scripts by two data blocks and one constant script that starts the
 * entry (bootstrap.js, docs/decisions/0034-pages-as-ordinary-http.md).
 *
 * Rendered by the server only, outside React's root (document-shell.tsx). In development Remix's own scripts are used.
 */
export const LateScripts = import.meta.env.SSR ? ServerScripts : () => null;

function ServerScripts() {
  const remix = useContext(EntryContextOfPage);
  const matches = useMatches();
  const data = useRootData();
  if (!isLate || !remix) return <Scripts />;
  const { entry, routes, url } = remix.manifest;
  const files = matches.flatMap(({ id }) =>
    [...(routes[id]?.imports ?? []), routes[id]?.module ?? []].flat(),
  );
  const modules: PageModules = {
    entry: entry.module,
    manifest: url,
    routes: matches.map(({ id }) => id),
    preload: [...new Set([url, entry.module, ...entry.imports, ...files])],
    onIntent: isOnlyRead(matches, data),
  };
  return (
    <>
      <Data id="remix-context" json={remix.serverHandoffString ?? "{}"} />
      <Data id="remix-modules" json={JSON.stringify(modules)} />
      <script dangerouslySetInnerHTML={{ __html: starter }} />
    </>
  );
}

const Data = ({ id, json }: { id: string; json: string }) => (
  <script id={id} type="application/json" dangerouslySetInnerHTML={{ __html: json }} />
);
