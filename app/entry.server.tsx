import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { startReconciler } from "#server/purchases/round.server";
import { applySessionCookie } from "#server/session/session.server";
import { startUploadSweeps } from "#server/uploads/disk-uploads.server";
import { isPublic, isSameForAll } from "#server/protocol/cache-headers.server";
import { hasSessionCookie } from "#server/protocol/cookie-name.server";
import { htmlAtOnce, HtmlStream, wholeHtml } from "#server/web/html-stream.server";
import { renderedPage } from "#server/web/render-cache.server";
import { WholePage } from "#server/web/whole-page.server";
import { log } from "#server/observe/log.server";
import { nextTurn } from "#server/runtime/event-loop-yield.server";
import { tracer } from "#server/observe/tracer.server";
import { scriptsForgotten, canStream } from "#server/protocol/streaming.server";
import { NonceContext, RequestIdContext, StreamingContext } from "./components/document/server-contexts";
import { instanceOf, languageOf } from "./i18n/i18n.server";
import { inlineScripts } from "./inline-scripts.server";

// Started in the Remix bundle, like the pages' API calls. The HTTP front is another bundle with its own ApiError class,
// and `instanceof` fails between the two.
startReconciler();
startUploadSweeps();

/** Timeout for deferred parts, in ms; an API read may take 5 s. */
const STREAM_TIMEOUT_MS = 8_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const lng = await languageOf(request);
  // Deferred data is in inline scripts, which need a nonce. The CSP lists the hashes of the constant ones.
  const scripts = import.meta.env.PROD && !hasDeferredParts(remixContext) ? inlineScripts : undefined;
  const nonce = scripts === undefined ? (loadContext.cspNonce ?? "") : undefined;
  await applySessionCookie(headers, loadContext);
  sayWhenToRetry(status, headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", lng);
  if (status === 200 && !headers.has("Set-Cookie") && allPromise(remixContext, isPublic)) {
    loadContext.isSameForAll = allPromise(remixContext, isSameForAll);
    // Revalidated on each request, but eligible for the back/forward cache; pages with a session are not.
    if (!hasSessionCookie(request.headers.get("Cookie"))) headers.set("Cache-Control", "private, no-cache");
  }
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  // The HTTP front (send.ts) sends `page`, which can store a compressed copy; remix-serve sends the body.
  const respondWith = (page: WholePage) => {
    loadContext.page = page;
    return new Response(new Uint8Array(page.html), { status, headers });
  };
  const forgotten = scriptsForgotten(request);
  if (forgotten) headers.append("Set-Cookie", forgotten);
  const rendered =
    scripts !== undefined && dependsOnItsDataAlone(request, status, remixContext)
      ? renderedPage({ lng, url: request.url, handoff: remixContext.serverHandoffString ?? "" })
      : undefined;
  if (rendered?.page) return respondWith(rendered.page);
  await nextTurn();
  if (request.signal.aborted) return new Response(null, { status: 499 });
  // React's inline scripts for late parts need the nonce.
  const mayStream = scripts === undefined && canStream(request) && !isbot(request.headers.get("User-Agent"));
  let showsId = false;
  const requestId = () => {
    showsId = true;
    return loadContext.requestId;
  };
  const document = (
    <NonceContext.Provider value={nonce}>
      <RequestIdContext.Provider value={requestId}>
        <StreamingContext.Provider value={mayStream}>
          <I18nextProvider i18n={instanceOf(lng)}>
            <RemixServer context={remixContext} url={request.url} abortDelay={STREAM_TIMEOUT_MS} />
          </I18nextProvider>
        </StreamingContext.Provider>
      </RequestIdContext.Provider>
    </NonceContext.Provider>
  );
  const respondWhole = (html: Buffer, isBroken: boolean) => {
    const isRepeatable = rendered !== undefined && !isBroken && !showsId;
    const page = new WholePage(html, { scripts, isRepeatable });
    if (isRepeatable) rendered.keep(page);
    return respondWith(page);
  };
  const startSpan = () => tracer()?.start({ name: "render", attributes: { "soria.streams": mayStream } });
  if (scripts !== undefined) {
    const atOnce = startSpan();
    try {
      const html = htmlAtOnce(document);
      if (html) return respondWhole(html, false);
    } finally {
      atOnce?.end();
    }
  }

  const span = startSpan();
  return new Promise((resolve, reject) => {
    let answered = false;
    let isBroken = false;
    /** Errors of the render before its shell is ready; undefined afterwards. */
    let earlyErrors: unknown[] | undefined = [];
    const logError = (err: unknown) => {
      if (!request.signal.aborted) log.error({ err, requestId: loadContext.requestId }, "render failed");
    };
    const answerInParts = () => {
      if (answered) return;
      answered = true;
      const body = new HtmlStream();
      pipe(body);
      resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
    };
    const stop = () => abort(new Error("Nobody waits for the page any more."));
    const { pipe, abort } = renderToPipeableStream(document, {
      ...(nonce ? { nonce } : {}),
      onShellReady() {
        earlyErrors?.forEach(logError);
        earlyErrors = undefined;
        // Without suspended parts onAllReady fires in the same tick; let it run first.
        if (mayStream) queueMicrotask(answerInParts);
      },
      onAllReady() {
        // A pending timer would keep the whole page in memory until it fires.
        clearTimeout(timer);
        request.signal.removeEventListener("abort", stop);
        span?.end();
        if (answered) return;
        answered = true;
        wholeHtml(pipe)
          .then((html) => resolve(respondWhole(html, isBroken)))
          .catch(reject);
      },
      onShellError(error) {
        clearTimeout(timer);
        span?.end();
        reject(error);
      },
      onError(error: unknown) {
        // The browser renders a failed Suspense part again. An error of the shell reaches onShellError, whose caller
        // logs it.
        loadContext.isSameForAll = false;
        isBroken = true;
        span?.fail("render");
        if (earlyErrors) earlyErrors.push(error);
        else logError(error);
      },
    });
    const timer = setTimeout(abort, STREAM_TIMEOUT_MS + 1_000).unref();
    request.signal.addEventListener("abort", stop, { once: true });
  });
}

/** The root's loader does not count: its data is the same for all visitors without a session. */
function allPromise(
  { staticHandlerContext: { matches, loaderHeaders, errors } }: EntryContext,
  promise: (headers: Headers | undefined) => boolean,
): boolean {
  const own = matches.filter(({ route }) => route.id !== "root" && route.loader);
  return !errors && own.length > 0 && own.every(({ route }) => promise(loaderHeaders[route.id]));
}

/** Returns whether a page depends only on its data, so that it may be rendered once (render-cache.server.ts). */
const dependsOnItsDataAlone = (
  { method }: Request,
  status: number,
  { staticHandlerContext: { errors, actionData } }: EntryContext,
): boolean => (method === "GET" || method === "HEAD") && status === 200 && !errors && !actionData;

const hasDeferredParts = ({ staticHandlerContext: { activeDeferreds } }: EntryContext) =>
  Object.values(activeDeferreds ?? {}).some(({ deferredKeys }) => deferredKeys.length > 0);

/** Remix drops loader headers on error pages, so set Retry-After here. */
function sayWhenToRetry(status: number, headers: Headers): void {
  if (status === 503 && !headers.has("Retry-After")) headers.set("Retry-After", "2");
}

/** Completes the headers of data responses, for client-side navigations. */
export async function handleDataRequest(
  response: Response,
  { context }: LoaderFunctionArgs | ActionFunctionArgs,
): Promise<Response> {
  sayWhenToRetry(response.status, response.headers);
  await applySessionCookie(response.headers, context);
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
  return response;
}

/** Logs unexpected errors with the request id. Remix does not call it for thrown Responses. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted) return;
  log.error({ err: error, requestId: context.requestId, path: new URL(request.url).pathname }, "unexpected");
}
