import {
  createRequestHandler,
  type AppLoadContext,
  type RequestHandler as RemixHandler,
  type ServerBuild,
} from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { themeOfCookies } from "~/domain/theme";
import { offeredLanguage } from "#server/protocol/language";
import { nextTurn } from "#server/runtime/event-loop-yield.server";
import { requestScope } from "#server/runtime/request-scope.server";
import { holdPlace, Places } from "./places";
import { type BodyProblem, limitedBody, refuseBody } from "./body-limit";
import { paces } from "./budgets";
import { bodyLimit, isUpload } from "./guard";
import { type Branch, routeBranches } from "./route-branches";
import { send } from "./send";
import { traceRoutes } from "./traced-requests";
import { pageKeyOf, renderShared, sendPage, SharedPageCache } from "./shared-page-cache";

interface Routing {
  /** Returns the request handler for a path with its query. */
  handlerFor: (url: string) => RemixHandler;
  isShareable: (url: string) => boolean;
}

/**
 * Replaces @remix-run/express, which takes the URL's port from X-Forwarded-Host, loses the port of an IPv6 Host, cannot
 * limit a body, appends to headers that are already set, and ignores back-pressure.
 *
 * @param build the build, or in development a function that returns the current one
 * @param work places for all requests except uploads and cache hits; tests pass their own
 */
export function remix(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string,
  work = new Places("work"),
): RequestHandler {
  const { handlerFor, isShareable } = routingOf(build, mode);
  const cache = new SharedPageCache();
  const uploads = new Places("uploads");
  const serve = async (req: ExpressRequest, res: ExpressResponse): Promise<void> => {
    const { method, originalUrl: url, headers } = req;
    // The browser script reads the request id from this header (error-report.ts), so only error pages contain it.
    res.setHeader("Server-Timing", `id;desc="${String(res.locals["requestId"])}"`);
    const key = pageKeyOf({ method, origin: originOf(res), url, headers });
    const cached = key && cache.find(key);
    if (cached) return sendPage(cached, req, res);

    const leave = await holdPlace(hasUpload(req) ? uploads : work, req, res);
    if (!leave) return;
    try {
      const gone = goneSignal(res);
      if (key && isShareable(url)) {
        const page = await cache.get(key, (signal) => renderShared(handlerFor(url), key, signal), gone);
        if (gone.aborted) return;
        if (page) return await sendPage(page, req, res);
      }
      await renderPersonal(handlerFor(url), req, res, gone, leave);
    } finally {
      leave();
    }
  };
  return (req, res, next) => void serve(req, res).catch(next);
}

function routingOf(build: ServerBuild | (() => Promise<ServerBuild>), mode: string): Routing {
  if (typeof build === "function") {
    const handle = createRequestHandler(async () => traceRoutes(await build()), mode);
    return { handlerFor: () => handle, isShareable: () => false };
  }
  const find = routeBranches(traceRoutes(build), mode);
  const branchOf = (url: string) => find(new URL(`http://site${url}`).pathname);
  return {
    handlerFor: (url) => branchOf(url).handle,
    isShareable: (url) => mode === "production" && isPublic(build, branchOf(url)),
  };
}

/** Returns whether each route with a loader has `publicPage: true` in its handle, except the root. */
function isPublic({ routes }: ServerBuild, { ids }: Branch): boolean {
  const own = ids.filter((id) => id !== "root" && routes[id]?.module.loader);
  const handles = own.map((id) => routes[id]?.module.handle as { publicPage?: boolean } | undefined);
  return own.length > 0 && handles.every((handle) => handle?.publicPage === true);
}

/** Aborts when the client disconnects before the response is complete. */
function goneSignal(res: ExpressResponse): AbortSignal {
  const gone = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone.signal;
}

async function renderPersonal(
  handle: RemixHandler,
  req: ExpressRequest,
  res: ExpressResponse,
  gone: AbortSignal,
  leave: () => void,
): Promise<void> {
  const scope = requestScope();
  if (scope) scope.gone = gone;
  await nextTurn();
  if (gone.aborted) return;
  const { cspNonce, clientAddress, requestId } = res.locals as AppLoadContext;
  const languageOffer = offeredLanguage({ url: req.originalUrl, headers: req.headers });
  const theme = themeOfCookies(req.headers.cookie);
  const context = { cspNonce, clientAddress, requestId, theme, ...(languageOffer ? { languageOffer } : {}) };
  /** Its reason is the problem of the body. */
  const refused = new AbortController();
  const signal = hasUpload(req) ? AbortSignal.any([gone, refused.signal]) : gone;
  const request = toRequest(req, res, signal, (problem) => refused.abort(problem));
  try {
    const answer = await handle(request, context);
    if (!refused.signal.aborted) return await send(answer, context, req, res, leave);
    void answer.body?.cancel();
  } catch (error) {
    if (gone.aborted) return;
    if (!refused.signal.aborted) throw error;
  }
  refuseBody(req, res, refused.signal.reason as BodyProblem);
}

/** The site's origin, which the guard has checked. */
const originOf = (res: ExpressResponse) => String(res.locals["origin"]);

/** Whether the body is a multipart form, which the action reads as a stream. */
const hasUpload = ({ method, originalUrl, headers }: ExpressRequest) =>
  method === "POST" && isUpload(originalUrl, headers["content-type"]);

/** Converts an Express request. @param onRefused called while an upload is read, when it is too large or too slow */
function toRequest(
  req: ExpressRequest,
  res: ExpressResponse,
  signal: AbortSignal,
  onRefused: (problem: BodyProblem) => void,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  const limit = bodyLimit(req.originalUrl, req.headers["content-type"]);
  // readSmallBodies has read any other body.
  const body = hasUpload(req)
    ? limitedBody(req, { limit, pace: paces.uploads }, onRefused)
    : ((res.locals["body"] as BodyInit | undefined) ?? null);
  const init: RequestInit & { duplex: "half" } = {
    method: req.method,
    headers,
    signal,
    body,
    duplex: "half",
  };
  return new Request(originOf(res) + req.originalUrl, init);
}
