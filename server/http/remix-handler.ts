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
import type { BodyProblem } from "./body-limit";
import { refuseBody } from "./reject";
import { hasUpload, originOf, send, toRequest } from "./remix-adapter";
import { RouteBranchCache } from "./route-branches";
import { traceRoutes } from "./traced-requests";
import { pageKeyOf, SharedPageCache } from "./shared-page-cache";
import { isShareable, renderShared, sendPage } from "./shared-pages";

interface Serving {
  /** Returns the request handler for a path with its query. */
  handlerFor: (url: string) => RemixHandler;
  places: Record<"work" | "uploads", Places>;
  pages: SharedPageCache;
  /** In production only: in development the build can change between requests. */
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
  const serving: Serving = {
    places: { work, uploads: new Places("uploads") },
    pages: new SharedPageCache(),
    ...(typeof build === "function"
      ? unbuilt(async () => traceRoutes(await build()), mode)
      : built(traceRoutes(build), mode)),
  };
  return (req, res, next) => void serve(serving, req, res).catch(next);
}

type Handling = Pick<Serving, "handlerFor" | "isShareable">;

function unbuilt(build: () => Promise<ServerBuild>, mode: string): Handling {
  const handle = createRequestHandler(build, mode);
  return { handlerFor: () => handle, isShareable: () => false };
}

function built(build: ServerBuild, mode: string): Handling {
  const branches = new RouteBranchCache(build, mode);
  const branchOf = (url: string) => branches.find(new URL(`http://site${url}`).pathname);
  return {
    handlerFor: (url) => branchOf(url).handle,
    isShareable: (url) => mode === "production" && isShareable(build, branchOf(url)),
  };
}

async function serve(serving: Serving, req: ExpressRequest, res: ExpressResponse): Promise<void> {
  const { pages, places } = serving;
  const context = loadContextOf(req, res);
  // The browser script reads the request id from this header (error-report.ts), so only error pages contain it.
  res.setHeader("Server-Timing", `id;desc="${context.requestId}"`);
  const { method, originalUrl: url, headers } = req;
  const key = pageKeyOf({ method, origin: originOf(res), url, headers });
  const cached = key && pages.find(key);
  if (cached) return sendPage(cached, req, res);

  const leave = await holdPlace(hasUpload(req) ? places.uploads : places.work, req, res);
  if (!leave) return;
  try {
    const gone = goneSignal(res);
    if (key && serving.isShareable(url)) {
      const page = await pages.get(key, (signal) => renderShared(serving.handlerFor, key, signal), gone);
      if (gone.aborted) return;
      if (page) return await sendPage(page, req, res);
    }
    await renderPersonal(serving, context, req, res, gone, leave);
  } finally {
    leave();
  }
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
  /** Its reason is the problem of the body. */
  const refused = new AbortController();
  const signal = hasUpload(req) ? AbortSignal.any([gone, refused.signal]) : gone;
  const request = toRequest(req, res, signal, (problem) => refused.abort(problem));
  try {
    const answer = await handlerFor(req.originalUrl)(request, context);
    if (!refused.signal.aborted) return await send(answer, context, req, res, leave);
    void answer.body?.cancel();
  } catch (error) {
    if (gone.aborted) return;
    if (!refused.signal.aborted) throw error;
  }
  refuseBody(req, res, refused.signal.reason as BodyProblem);
}

function loadContextOf(req: ExpressRequest, res: ExpressResponse): AppLoadContext {
  const { cspNonce, clientAddress, requestId } = res.locals as AppLoadContext;
  const languageOffer = offeredLanguage({ url: req.originalUrl, headers: req.headers });
  const theme = themeOfCookies(req.headers.cookie);
  return { cspNonce, clientAddress, requestId, theme, ...(languageOffer ? { languageOffer } : {}) };
}
