import type { RequestHandler } from "express";
import { randomUUID } from "node:crypto";
import { log } from "#server/observe/log.server";
import { countApiWait, countRequest } from "#server/observe/metrics.server";
import { parseIpAddress, shareKey } from "#server/runtime/client-address";
import { noApiTiming, waitedMs } from "#server/runtime/api-timing";
import { inRequestScope, type RequestScope } from "#server/runtime/request-scope.server";
import { pathnameOf } from "./guard";

/**
 * Gives every request an id (in the log, in X-Request-Id, on error pages, and in calls of the API), and logs one line
 * when it ends, without the query, which may contain visitor input.
 */
export function requestLog(): RequestHandler {
  return (req, res, next) => {
    const given = req.get("x-request-id");
    const requestId = randomUUID();
    const start = performance.now();
    const address = parseIpAddress(req.ip) ?? parseIpAddress(req.socket.remoteAddress);
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
          ...(scope.traceId !== undefined && { traceId: scope.traceId }),
          // Set by the proxy; used only in the log.
          ...(given && /^[\w-]{8,64}$/.test(given) && { proxyRequestId: given }),
          method: req.method,
          path: pathnameOf(req.originalUrl).slice(0, 200),
          route: routeOf(req.originalUrl),
          status: res.statusCode,
          ms: tenths(ms),
          ...(calls > 0 && { apiCalls: calls, apiMs: tenths(apiMs) }),
          // The client disconnected before the response was complete.
          ...(!res.writableFinished && { cut: true }),
        },
        "request",
      );
    });
    inRequestScope(scope, next);
  };
}

const tenths = (ms: number) => Math.round(ms * 10) / 10;

/** Returns the route id of a data request: `routes/news/list/route`. */
const routeOf = (url: string) => /[?&]_data=([\w%./-]{1,100})/.exec(url)?.[1]?.replaceAll("%2F", "/");
