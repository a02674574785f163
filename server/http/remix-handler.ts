import {
  createRequestHandler,
  type AppLoadContext,
  type RequestHandler as RemixHandler,
  type ServerBuild,
} from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { randomUUID } from "node:crypto";
import { themeOfCookies } from "~/domain/theme";
import { noApiTiming } from "#server/runtime/api-timing";
import { inRequestScope, requestScope } from "#server/runtime/request-scope.server";
import { nextTurn } from "#server/runtime/event-loop-yield.server";
import { limitedBody } from "./body-limit";
import { type Branch, Branches } from "./route-branches";
import { paces, UNREAD_MS } from "./budgets";
import { sendWhole } from "./compression";
import { bodyLimit, isUpload } from "./guard";
import { holdPlace } from "./hold-place";
import { KeptPages, type Made, orderOf, type Page, type PageOrder, requestFor } from "./shared-page-cache";
import { guestPage } from "#server/protocol/cache-headers.server";
import { offeredLanguage } from "#server/protocol/language";
import { WholePage } from "#server/web/whole-page.server";
import { Places } from "./places";
import { refuseBody } from "./reject";

/** What serves the requests of one site. */
interface Serving {
  /** What answers an address, as its visitors spell it (path and query). */
  handlerFor: (url: string) => RemixHandler;
  places: Record<"work" | "uploads", Places>;
  /** Undefined in development, where the next request may find another build. */
  pages?: { kept: KeptPages; isForMany: (url: string) => boolean };
}

/**
 * Serves the Remix build in Express.
 *
 * In place of @remix-run/express, which takes the address from headers that a visitor can send (a port from
 * X-Forwarded-Host, none from an IPv6 Host), has no place to measure a body, appends to headers that are set
 * already, and writes to a slow connection without waiting for it.
 *
 * @param build the build, or in development a function that gives the current one
 * @param work places of requests whose response is being made; for tests
 */
export function remix(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string,
  work = new Places("work"),
): RequestHandler {
  const serving: Serving = {
    places: { work, uploads: new Places("uploads") },
    ...(typeof build === "function" ? unbuilt(build, mode) : built(build, mode)),
  };
  return (req, res, next) => {
    serve(serving, req, res).catch(next);
  };
}

function unbuilt(build: () => Promise<ServerBuild>, mode: string): Omit<Serving, "places"> {
  const handle = createRequestHandler(build, mode);
  return { handlerFor: () => handle };
}

function built(build: ServerBuild, mode: string): Omit<Serving, "places"> {
  const branches = new Branches(build, mode);
  const branchOf = (url: string) => branches.find(new URL(`http://site${url}`).pathname);
  return {
    handlerFor: (url) => branchOf(url).handle,
    ...(mode === "production" && {
      pages: { kept: new KeptPages(), isForMany: (url) => isForMany(build, branchOf(url)) },
    }),
  };
}

/**
 * Whether a branch is a page that is rendered of its order alone: all routes with a loader say so
 * (`handle = { sameForAll: true }`), but for the root, which shows every guest the same. A layout without a loader has
 * nothing of its own to show.
 */
function isForMany({ routes }: ServerBuild, { ids }: Branch): boolean {
  const own = ids.filter((id) => id !== "root" && routes[id]?.module.loader);
  const handles = own.map((id) => routes[id]?.module.handle as { sameForAll?: boolean } | undefined);
  return own.length > 0 && handles.every((handle) => handle?.sameForAll === true);
}

async function serve(serving: Serving, req: ExpressRequest, res: ExpressResponse): Promise<void> {
  const { pages, places } = serving;
  const context = loadContextOf(req, res);
  // The browser's script reads the id from there (error-report.ts), so that it does not stand in the page.
  res.setHeader("Server-Timing", `id;desc="${context.requestId}"`);
  const order =
    pages &&
    orderOf({ method: req.method, origin: originOf(res), url: req.originalUrl, headers: req.headers });
  const kept = order && pages?.kept.find(order);
  if (kept) return sendPage(kept, req, res);

  const leave = await holdPlace(hasUpload(req) ? places.uploads : places.work, req, res);
  if (!leave) return;
  try {
    const gone = goneSignal(res);
    if (order && pages?.isForMany(order.url)) {
      const page = await pages.kept.get(order, (signal) => renderForMany(serving, order, signal), gone);
      if (gone.aborted) return;
      if (page) return await sendPage(page, req, res);
    }
    await renderForOne(serving, context, req, res, gone, leave);
  } finally {
    leave();
  }
}

/** Aborted when the visitor goes away before the answer is whole. */
function goneSignal(res: ExpressResponse): AbortSignal {
  const gone = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone.signal;
}

/**
 * Renders a page of its order alone: no header, no cookie and no nonce of any visitor reaches it.
 *
 * @returns undefined when the response is one visitor's: it sets a cookie, or its inline scripts need a nonce
 */
async function renderForMany(
  { handlerFor }: Serving,
  order: PageOrder,
  signal: AbortSignal,
): Promise<Made | undefined> {
  const requestId = randomUUID();
  const context: AppLoadContext = {
    requestId,
    theme: order.theme,
    ...(order.offer ? { languageOffer: order.offer } : {}),
  };
  const api = noApiTiming();
  const asker = requestScope();
  const made = await inRequestScope({ requestId, api, gone: signal }, async () => {
    await nextTurn();
    const answer = await handlerFor(order.url)(requestFor(order, signal), context);
    const html = context.page ?? new WholePage(Buffer.from(await answer.arrayBuffer()));
    const { status, headers } = answer;
    if (headers.has("Set-Cookie") || (context.page && html.scripts === undefined)) return undefined;
    const isToKeep = status === 200 && context.isSameForAll === true;
    // A page that prints its request id has no entity tag: this process alone keeps it.
    if (isToKeep && html.etag !== undefined)
      for (const [name, value] of Object.entries(guestPage)) headers.set(name, value);
    return { page: { status, headers: [...headers], html, madeAs: requestId }, isToKeep };
  });
  if (asker) {
    asker.api.calls += api.calls;
    asker.api.waits.push(...api.waits);
  }
  return made;
}

async function renderForOne(
  { handlerFor }: Serving,
  context: AppLoadContext,
  req: ExpressRequest,
  res: ExpressResponse,
  gone: AbortSignal,
  leave: () => void,
): Promise<void> {
  const scope = requestScope();
  if (scope) scope.gone = gone;
  await nextTurn();
  if (gone.aborted) return;
  const refused = new AbortController();
  let problem: "too-large" | "too-slow" = "too-large";
  const signal = hasUpload(req) ? AbortSignal.any([gone, refused.signal]) : gone;
  const request = toRequest(req, res, signal, (found) => {
    problem = found;
    refused.abort();
  });
  try {
    const answer = await handlerFor(req.originalUrl)(request, context);
    if (!refused.signal.aborted) return await send(answer, context, req, res, leave);
    void answer.body?.cancel();
  } catch (error) {
    if (gone.aborted) return;
    if (!refused.signal.aborted) throw error;
  }
  refuseBody(req, res, problem);
}

/** The values that the guard has checked. */
const originOf = (res: ExpressResponse) => String(res.locals["origin"]);

function loadContextOf(req: ExpressRequest, res: ExpressResponse): AppLoadContext {
  const { cspNonce, clientAddress, requestId } = res.locals as AppLoadContext;
  const languageOffer = offeredLanguage({ url: req.originalUrl, headers: req.headers });
  const theme = themeOfCookies(req.headers.cookie);
  return { cspNonce, clientAddress, requestId, theme, ...(languageOffer ? { languageOffer } : {}) };
}

const hasUpload = ({ method, originalUrl, headers }: ExpressRequest) =>
  method === "POST" && isUpload(originalUrl, headers["content-type"]);

function toRequest(
  req: ExpressRequest,
  res: ExpressResponse,
  signal: AbortSignal,
  onRefused: (problem: "too-large" | "too-slow") => void,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (Array.isArray(value)) value.forEach((one) => headers.append(name, one));
    else if (value !== undefined) headers.set(name, value);
  }
  const url = originOf(res) + req.originalUrl;
  const init: RequestInit = { method: req.method, headers, signal };
  if (req.method !== "POST") return new Request(url, init);
  // Read before the request came here (small-body.ts).
  if (!hasUpload(req))
    return new Request(url, { ...init, body: res.locals["body"] as Uint8Array<ArrayBuffer> });
  const limit = bodyLimit(req.originalUrl, req.headers["content-type"]);
  const body = limitedBody(req, { limit, pace: paces.uploads }, onRefused);
  const streamed: RequestInit & { duplex: "half" } = { ...init, body, duplex: "half" };
  return new Request(url, streamed);
}

function writeHead(status: number, headers: Iterable<[string, string]>, res: ExpressResponse): void {
  res.status(status);
  for (const [name, value] of headers) {
    if (name === "set-cookie") res.append(name, value);
    else if (name === "vary") res.vary(value);
    else res.setHeader(name, value);
  }
}

async function sendPage(page: Page, req: ExpressRequest, res: ExpressResponse): Promise<void> {
  res.locals["madeAs"] = page.madeAs;
  // An error page prints the id of the render that made it; the header must not name another one.
  if (page.status >= 400) {
    res.setHeader("X-Request-Id", page.madeAs);
    res.setHeader("Server-Timing", `id;desc="${page.madeAs}"`);
  }
  writeHead(page.status, page.headers, res);
  // The front keeps the language of `?lng=`: such a copy is one visitor's.
  if (res.hasHeader("Set-Cookie")) res.setHeader("Cache-Control", "private, no-cache");
  await sendWhole(req, res, page.html);
}

/**
 * Writes a response, each chunk at once (a page may come in several), as fast as the client reads.
 *
 * @param leave gives the place for work back; called early when the client reads nothing
 */
async function send(
  answer: Response,
  context: AppLoadContext,
  req: ExpressRequest,
  res: ExpressResponse,
  leave: () => void,
): Promise<void> {
  writeHead(answer.status, answer.headers, res);
  if (context.page) return sendWhole(req, res, context.page);
  if (!answer.body) return void res.end();
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (res.destroyed) return void reader.cancel();
    const flushed = res.write(value);
    (res as { flush?: () => void }).flush?.();
    if (!flushed) await drained(res, leave);
  }
  res.end();
}

function drained(res: ExpressResponse, leave: () => void): Promise<void> {
  return new Promise((resolve) => {
    const unread = setTimeout(leave, UNREAD_MS);
    const done = () => {
      clearTimeout(unread);
      res.off("drain", done).off("close", done);
      resolve();
    };
    res.on("drain", done).on("close", done);
  });
}
