import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { requestScope } from "#server/runtime/request-scope.server";
import { tracer, type Tracer } from "#server/observe/tracer.server";
import { type Patterns, patternOf } from "./canonical-path";
import { healthPath, pathnameOf } from "./guard";

/**
 * Records each request to an address of the site as a span. Files and health checks are not recorded. A
 * listed proxy's `traceparent` is continued.
 */
export function traceRequests(tracing: Tracer, addresses: () => Patterns): RequestHandler {
  return (req, res, next) => {
    const route = patternOf(pathnameOf(req.originalUrl), addresses());
    if (route === undefined || route === healthPath) return next();
    const method = ["GET", "HEAD", "POST"].includes(req.method) ? req.method : "other";
    const attributes = {
      "http.request.method": method,
      "http.route": route,
      "soria.request_id": String(res.locals["requestId"]),
      ...(req.query["_data"] !== undefined && { "soria.data_request": true }),
    };
    const isTrusted = res.locals["isFromProxy"] === true;
    tracing.request({ name: `${method} ${route}`, attributes, headers: req.headers, isTrusted }, (span) => {
      const scope = requestScope();
      if (scope) scope.traceId = span.traceId;
      res.once("close", () => {
        span.set({
          "http.response.status_code": res.statusCode,
          ...(!res.writableFinished && { "soria.cut": true }),
        });
        if (res.statusCode >= 500) span.fail(String(res.statusCode));
        span.end();
      });
      next();
    });
  };
}

function traced<Args extends LoaderFunctionArgs | ActionFunctionArgs, Result>(
  tracing: Tracer,
  name: string,
  handler: (args: Args) => Result | Promise<Result>,
): (args: Args) => Promise<Result> {
  return (args) =>
    tracing.span({ name }, async (span) => {
      const result = await handler(args);
      if (result instanceof Response) span.set({ "http.response.status_code": result.status });
      return result;
    });
}

/** Records the loaders and actions of a build as spans, with the route's id, unless traces are off. */
export function traceRoutes(build: ServerBuild): ServerBuild {
  const tracing = tracer();
  if (!tracing) return build;
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      if (!route) return [id, route];
      const { loader, action } = route.module;
      const module = {
        ...route.module,
        ...(loader && { loader: traced(tracing, `loader ${id}`, loader) }),
        ...(action && { action: traced(tracing, `action ${id}`, action) }),
      };
      return [id, { ...route, module }];
    }),
  );
  return { ...build, routes };
}
