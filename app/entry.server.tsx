import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { env } from "#server/config/env.server";
import { isMaintenanceNear } from "#server/maintenance/plan-file.server";
import { log } from "#server/observe/log.server";
import { tracer } from "#server/observe/tracer.server";
import { guestPage, isPublic, isSameForAll } from "#server/protocol/cache-headers.server";
import { hasSessionCookie } from "#server/protocol/cookie-name.server";
import { notModified } from "#server/protocol/entity-tag.server";
import { applySessionCookie } from "#server/session/session.server";
import { contentSecurityPolicy } from "#server/web/content-security-policy.server";
import { retryAfterOf } from "#server/web/error-response.server";
import { type Rendered, renderedOnce, type TaggedPage } from "#server/web/render-cache.server";
import { EntryContextOfPage, RequestIdContext } from "./components/document/server-contexts";
import { instanceOf, languageOf } from "./i18n/i18n.server";
import { inlineScripts } from "./inline-scripts.server";

let policy: string | undefined;
/** Made at first use: the process reports an invalid variable before. Vite's inline scripts of development change. */
const policyOfPages = () =>
  (policy ??= contentSecurityPolicy(env(), import.meta.env.PROD ? inlineScripts : undefined));

/** Renders a document as a whole. Its inline scripts are constant, so the policy names their hashes. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const lng = await languageOf({ request, context: loadContext });
  const render = (context: EntryContext) => htmlOf(request, lng, context, loadContext);
  const page: TaggedPage = dependsOnItsDataAlone(request, status, remixContext)
    ? renderedOnce({ lng, url: request.url, handoff: remixContext.serverHandoffString ?? "" }, () =>
        render(withRoutesOfPage(remixContext)),
      )
    : { html: render(remixContext).html };
  // The client has gone: its messages wait for the next page.
  if (request.signal.aborted) return new Response(null, { status: 499 });
  await applySessionCookie(headers, loadContext);
  sayWhenToRetry(status, headers, retryAfterOf(remixContext.staticHandlerContext.errors));
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", lng);
  headers.set("Content-Security-Policy", policyOfPages());
  const isPersonal = status !== 200 || headers.has("Set-Cookie") || !allPromise(remixContext, isPublic);
  if (!isPersonal && !hasSessionCookie(request.headers.get("Cookie"))) {
    // A page with `?lng=` sets the language cookie (server/protocol/language.server.ts).
    const isForAll = page.etag && allPromise(remixContext, isSameForAll) && !hasLanguage(request);
    if (isForAll) for (const [name, value] of Object.entries(guestPageNow())) headers.set(name, value);
    // Revalidated on each request, but eligible for the back/forward cache.
    else headers.set("Cache-Control", "private, no-cache");
  }
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  if (page.etag) headers.set("ETag", page.etag);
  return notModified(request, headers) ?? new Response(page.html, { status, headers });
}

/** Leaves the routes of the page: RemixServer makes all routes of the manifest anew for each render, and ranks them. */
function withRoutesOfPage(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(
    ids.flatMap((id) => (manifest.routes[id] ? [[id, manifest.routes[id]]] : [])),
  );
  return { ...context, manifest: { ...manifest, routes } };
}

/** @returns the HTML, without an entity tag if it shows the request id or a part of it has failed */
function htmlOf(
  request: Request,
  lng: Parameters<typeof instanceOf>[0],
  remixContext: EntryContext,
  { requestId }: AppLoadContext,
): Rendered {
  let showsId = false;
  const printId = () => {
    showsId = true;
    return requestId;
  };
  const document = (
    <RequestIdContext.Provider value={printId}>
      <I18nextProvider i18n={instanceOf(lng)}>
        <EntryContextOfPage.Provider value={remixContext}>
          <RemixServer context={remixContext} url={request.url} />
        </EntryContextOfPage.Provider>
      </I18nextProvider>
    </RequestIdContext.Provider>
  );
  const span = tracer()?.start({ name: "render" });
  try {
    const html = renderToString(document);
    // React's mark of a Suspense part that failed; the browser renders it again.
    const isBroken = html.includes("<!--$!-->");
    if (isBroken) logFailure(document, requestId);
    return { html: `<!DOCTYPE html>${html}`, isRepeatable: !showsId && !isBroken };
  } finally {
    span?.end();
  }
}

/** Logs why a part of a page failed: renderToString does not tell, a stream does. */
function logFailure(document: ReactElement, requestId: string | undefined): void {
  const { abort } = renderToPipeableStream(document, {
    onError: (err: unknown) => log.error({ err, requestId }, "render failed"),
    onAllReady: () => abort(),
  });
}

/** From a day before a maintenance on, a proxy keeps no page: it would send it instead of the 503. */
const guestPageNow = () =>
  isMaintenanceNear() ? { ...guestPage, "Cache-Control": "private, no-cache" } : guestPage;

/** The root's loader does not count: its data is the same for all visitors without a session. */
function allPromise(
  { staticHandlerContext: { matches, loaderHeaders, errors } }: EntryContext,
  promise: (headers: Headers | undefined) => boolean,
): boolean {
  const own = matches.filter(({ route }) => route.id !== "root" && route.loader);
  return !errors && own.length > 0 && own.every(({ route }) => promise(loaderHeaders[route.id]));
}

const hasLanguage = ({ url }: Request) => new URL(url).searchParams.has("lng");

/** Returns whether a page depends only on its data, so that it may be rendered once (render-cache.server.ts). */
const dependsOnItsDataAlone = (
  { method }: Request,
  status: number,
  { staticHandlerContext: { errors, actionData } }: EntryContext,
): boolean => (method === "GET" || method === "HEAD") && status === 200 && !errors && !actionData;

/** Remix drops loader headers on error pages, so set Retry-After here. */
function sayWhenToRetry(status: number, headers: Headers, seconds: number): void {
  if (status === 503 && !headers.has("Retry-After")) headers.set("Retry-After", String(seconds));
}

/** Completes the headers of data responses, for client-side navigations. */
export async function handleDataRequest(
  response: Response,
  { context }: LoaderFunctionArgs | ActionFunctionArgs,
): Promise<Response> {
  sayWhenToRetry(response.status, response.headers, retryAfterOf(null));
  await applySessionCookie(response.headers, context);
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
  return response;
}

/** Logs unexpected errors with the request id. Remix does not call it for thrown Responses. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted) return;
  // The router refused the request: an unknown `_data` or a method without a handler. Any visitor can send that.
  if (isRouteErrorResponse(error) && error.status < 500) {
    return log.info({ requestId: context.requestId, status: error.status }, "refused by the router");
  }
  log.error({ err: error, requestId: context.requestId, path: new URL(request.url).pathname }, "unexpected");
}
