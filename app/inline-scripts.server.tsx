import type { EntryContext } from "@remix-run/node";
import { RemixServer, ScrollRestoration } from "@remix-run/react";
import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import lateScripts from "./components/document/bootstrap.js?raw";
import splash from "./routes/site/home/splash-bootstrap.js?raw";

/** Returns the inline script of Remix's ScrollRestoration. It is the same on every page, because it has no `getKey`. */
function scrollRestoration(): string {
  const route = { id: "root", path: "", hasLoader: false };
  const context = {
    manifest: { routes: { root: route } },
    routeModules: { root: { default: () => <ScrollRestoration /> } },
    staticHandlerContext: {
      matches: [{ route, params: {}, pathname: "/", pathnameBase: "/" }],
      location: { pathname: "/", search: "", hash: "", state: null, key: "default" },
      loaderData: {},
      actionData: null,
      errors: null,
    },
    future: {},
  } as unknown as EntryContext;
  const html = renderToStaticMarkup(<RemixServer context={context} url="http://site/" />);
  const script = /<script[^>]*>([^]*)<\/script>/.exec(html)?.[1];
  if (!script) throw new Error("ScrollRestoration has rendered no inline script");
  return script;
}

/** `script-src` hashes of all inline scripts on pages without deferred data (SECURITY.md). */
export const inlineScripts = [lateScripts, splash, scrollRestoration()]
  .map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`)
  .join(" ");
