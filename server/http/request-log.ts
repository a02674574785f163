import type { RequestHandler } from "express";
import { randomUUID } from "node:crypto";
import { log } from "#server/observe/log.server";
import { countApiWait, countRequest } from "#server/observe/metrics.server";
import { addressOf, shareKey } from "#server/runtime/client-address";
import { noApiTiming, waitedMs } from "#server/runtime/api-timing";
import { inRequestScope, type RequestScope } from "#server/runtime/request-scope.server";
import { pathnameOf } from "./guard";

/**
 * Gives every request its id (in the log, in the answer's X-Request-Id, on error pages, and to the API), and
 * writes one line when it ends. The query is left out: it may hold what a visitor typed.
 *
 * @param believeId whether a proxy in front is believed, so that the log tells its X-Request-Id too
 */
export function requestLog(believeId: boolean): RequestHandler {
  return (req, res, next) => {
    const given = believeId ? req.get("x-request-id") : undefined;
    const requestId = randomUUID();
    const start = performance.now();
    const address = addressOf(req.ip) ?? addressOf(req.socket.remoteAddress);
    const scope: RequestScope = {
      requestId,
      api: noApiTiming(),
      visitor: address === undefined ? undefined : shareKey(address),
    };
    res.locals["requestId"] = requestId;
    res.locals["clientAddress"] = address;
    res.setHeader("X-Request-Id", requestId);
    res.once("close", () => {
      const { calls, waits } = scope.api;
      const ms = performance.now() - start;
      const apiMs = waitedMs(waits);
      countRequest(req.method, res.statusCode, ms);
      countApiWait(apiMs);
      log.info(
        {
          requestId,
          // As somebody else calls it: for the log alone.
          ...(given && /^[\w-]{8,64}$/.test(given) && { proxyRequestId: given }),
          // Its page was made for several: the lines of that have this id.
          ...(typeof res.locals["renderedBy"] === "string" && { renderedBy: res.locals["renderedBy"] }),
          method: req.method,
          path: pathnameOf(req.originalUrl).slice(0, 200),
          route: routeOf(req.originalUrl),
          status: res.statusCode,
          ms: tenths(ms),
          ...(calls > 0 && { apiCalls: calls, apiMs: tenths(apiMs) }),
          // The visitor went away before the answer was whole.
          ...(!res.writableFinished && { cut: true }),
        },
        "request",
      );
    });
    inRequestScope(scope, next);
  };
}

const tenths = (ms: number) => Math.round(ms * 10) / 10;

/** The route of a request of the app's script, as Remix names it: `routes/news/list/route`. */
function routeOf(url: string): string | undefined {
  return /[?&]_data=([\w%./-]{1,100})/.exec(url)?.[1]?.replaceAll("%2F", "/");
}
