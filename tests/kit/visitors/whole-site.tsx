/**
 * Pages and forms of the site without a browser or build: Remix's request handler over the route modules. Responses
 * are what a visitor gets: the HTML of a page, or the data for its scripts.
 */
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import {
  type AppLoadContext,
  createRequestHandler,
  type EntryContext,
  type ServerBuild,
} from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { beforeAll } from "vitest";
import type { clientAction as offlineAction } from "~/components/document/route-exports";
import routes from "~/routes";
import { instanceOf, languageOf } from "~/i18n/i18n.server";
import { withErrorResponses } from "#server/web/error-response.server";
import { applySessionCookie } from "#server/session/session.server";
import options from "../../../remix.config.js";
import { routeAt, type Shown } from "./site-browser";

type Modules = ServerBuild["routes"];
const modules = import.meta.glob<Modules[string]["module"]>("../../../app/{root,routes/**/*}.{ts,tsx}");

async function load(file: string): Promise<Modules[string]["module"]> {
  const found = modules[`../../../app/${file}`];
  if (!found) throw new Error(`no route module ${file}`);
  return found();
}

/** @param areas folders of app/routes to load. A test of forms needs only the routes of its own areas */
async function routesOf(areas: readonly string[]): Promise<Modules> {
  const found: Modules = { root: { id: "root", path: "", module: await load("root.tsx") } };
  const add = async (entries: readonly RouteConfigEntry[], parentId: string): Promise<void> => {
    for (const { id, file, path, index, children = [] } of entries) {
      if (!areas.some((area) => file.startsWith(`routes/${area}/`))) continue;
      const own = id ?? file.replace(/\.tsx?$/, "");
      found[own] = {
        id: own,
        parentId,
        ...(path === undefined ? {} : { path }),
        ...(index ? { index } : {}),
        module: await load(file),
      };
      await add(children, own);
    }
  };
  await add(routes, "root");
  return found;
}

const entry = {
  async default(
    request: Request,
    status: number,
    headers: Headers,
    remixContext: EntryContext,
    context: AppLoadContext,
  ): Promise<Response> {
    const lng = await languageOf({ request, context });
    await applySessionCookie(headers, context);
    headers.set("Content-Type", "text/html; charset=utf-8");
    const html = await new Promise<string>((resolve, reject) => {
      const { pipe } = renderToPipeableStream(
        <I18nextProvider i18n={instanceOf(lng)}>
          <RemixServer context={remixContext} url={request.url} />
        </I18nextProvider>,
        {
          // React 18 leaves null bytes in a stream (facebook/react#24985).
          onAllReady: () =>
            void text(pipe(new PassThrough())).then((all) => resolve(all.replaceAll("\0", "")), reject),
          // Errors of any part of the page, regardless of the boundary that catches them.
          onError: reject,
        },
      );
    });
    return new Response(html, { status, headers });
  },
  async handleDataRequest(response: Response, { context }: { context: AppLoadContext }) {
    await applySessionCookie(response.headers, context);
    return response;
  },
  handleError(error: unknown) {
    throw error;
  },
};

async function buildOf(areas: readonly string[]): Promise<ServerBuild> {
  const all = await routesOf(areas);
  const manifest = Object.entries(all).map(([id, { module, ...route }]) => {
    const { loader, action, ErrorBoundary } = module;
    const has = { hasLoader: !!loader, hasAction: !!action, hasErrorBoundary: !!ErrorBoundary };
    const client = { hasClientAction: false, hasClientLoader: false };
    return [id, { ...route, ...has, ...client, module: `/assets/${id}.js`, imports: [] }];
  });
  return {
    entry: { module: entry },
    routes: withErrorResponses(all),
    assets: {
      entry: { module: "/assets/entry.js", imports: [] },
      routes: Object.fromEntries(manifest),
      url: "/assets/manifest.js",
      version: "test",
    },
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
    isSpaMode: false,
    future: { ...options.future, unstable_optimizeDeps: false },
  } as unknown as ServerBuild;
}

/** Returns a request handler for the site with these areas. */
export async function openSite(areas: readonly string[]): Promise<(request: Request) => Promise<Response>> {
  const handle = createRequestHandler(await buildOf(areas), "test");
  return (request) => handle(request, {});
}

/** Opens the site with these areas for all tests of the file. */
export function withSite(areas: readonly string[]): Awaited<ReturnType<typeof openSite>> {
  let site: Awaited<ReturnType<typeof openSite>>;
  beforeAll(async () => {
    site = await openSite(areas);
  });
  return (request) => site(request);
}

/** Returns the result of a page's `clientAction` when the connection fails during a form submission. */
export async function offlineResult({ html }: Shown): Promise<unknown> {
  const { clientAction } = (await load(`${routeAt(html)}.tsx`)) as {
    clientAction?: typeof offlineAction;
  };
  if (!clientAction)
    throw new Error(`${routeAt(html)} has no clientAction: an error page would take its place`);
  const serverAction = () => Promise.reject(new TypeError("Failed to fetch"));
  return clientAction({ serverAction } as unknown as Parameters<typeof offlineAction>[0]);
}
