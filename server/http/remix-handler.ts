import { once } from "node:events";
import { Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import {
  createRequestHandler,
  type AppLoadContext,
  type RequestHandler as RemixHandler,
  type ServerBuild,
} from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { countLimited } from "#server/observe/metrics.server";
import { requestScope } from "#server/runtime/request-scope.server";
import { MOST_UPLOADS } from "./budgets";
import { bodyLimit, isUpload } from "./guard";
import { refuse } from "./reject";
import { traceRoutes } from "./traced-requests";

/**
 * Replaces @remix-run/express, which takes the URL's port from X-Forwarded-Host, loses the port of an IPv6 Host, cannot
 * limit a body, appends to headers that are already set, and ignores back-pressure.
 *
 * @param build the build, or in development a function that returns the current one
 */
export function remix(build: ServerBuild | (() => Promise<ServerBuild>), mode: string): RequestHandler {
  const handle = createRequestHandler(
    typeof build === "function" ? async () => traceRoutes(await build()) : traceRoutes(build),
    mode,
  );
  let uploads = 0;
  const serve = async (req: ExpressRequest, res: ExpressResponse): Promise<void> => {
    // The browser script reads the request id from this header (error-report.ts), so only error pages contain it.
    res.setHeader("Server-Timing", `id;desc="${String(res.locals["requestId"])}"`);
    if (!hasUpload(req)) return render(handle, req, res, req.body as BodyInit);
    if (uploads >= MOST_UPLOADS) {
      countLimited("uploads");
      return refuse(req, res, { status: 503, reason: "too many uploads" });
    }
    uploads += 1;
    try {
      await renderUpload(handle, req, res);
    } finally {
      uploads -= 1;
    }
  };
  return (req, res, next) => void serve(req, res).catch(next);
}

/** Whether the body is a multipart form, which the action reads as a stream. */
const hasUpload = ({ method, originalUrl, headers }: ExpressRequest) =>
  method === "POST" && isUpload(originalUrl, headers["content-type"]);

/** Passes on the body of an upload up to its limit, whatever Content-Length says, and refuses it beyond. */
async function renderUpload(handle: RemixHandler, req: ExpressRequest, res: ExpressResponse): Promise<void> {
  const limit = bodyLimit(req.originalUrl, req.headers["content-type"]);
  let received = 0;
  async function* chunks() {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > limit) throw new Error("The body is too large.");
      yield chunk;
    }
  }
  const body = ReadableStream.from(chunks()) as unknown as BodyInit;
  await render(handle, req, res, body, () => received > limit);
}

/** @param isTooLarge checked before the response is sent */
async function render(
  handle: RemixHandler,
  req: ExpressRequest,
  res: ExpressResponse,
  body: BodyInit | undefined,
  isTooLarge = () => false,
): Promise<void> {
  const gone = goneSignal(res);
  const scope = requestScope();
  if (scope) scope.gone = gone;
  const { clientAddress, requestId } = res.locals as AppLoadContext;
  const isDataRequest = /[?&]_data=/.test(req.originalUrl);
  try {
    const response = await handle(toRequest(req, res, gone, body), {
      clientAddress,
      requestId,
      isDataRequest,
    });
    if (isTooLarge()) void response.body?.cancel();
    else await send(response, res, gone);
  } catch (error) {
    if (gone.aborted) return;
    if (!isTooLarge()) throw error;
  }
  if (isTooLarge()) refuse(req, res, { status: 413, reason: "body too large" });
}

/** Aborts when the client disconnects before the response is complete. */
function goneSignal(res: ExpressResponse): AbortSignal {
  const gone = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone.signal;
}

function toRequest(req: ExpressRequest, res: ExpressResponse, signal: AbortSignal, body?: BodyInit): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  const isPost = req.method === "POST";
  const init: RequestInit & { duplex: "half" } = {
    method: req.method,
    headers,
    signal,
    body: isPost && body !== undefined ? body : null,
    duplex: "half",
  };
  // The guard has checked the origin.
  return new Request(String(res.locals["origin"]) + req.originalUrl, init);
}

/** Set-Cookie and Vary are added to the front's values; other headers replace them. */
async function send(response: Response, res: ExpressResponse, gone: AbortSignal): Promise<void> {
  res.status(response.status);
  for (const [name, value] of response.headers) {
    if (name === "set-cookie") res.append(name, value);
    else if (name === "vary") res.vary(value);
    else res.setHeader(name, value);
  }
  // Going back, Chromium repeats a stored redirect without asking: one of a page to itself would never end.
  const isRedirect = response.status >= 300 && response.status < 400 && response.status !== 304;
  if (isRedirect && !response.headers.has("Cache-Control"))
    res.setHeader("Cache-Control", "private, no-store");
  if (!response.body) return void res.end();
  const body = Readable.fromWeb(response.body as ReadableStream, { signal: gone });
  for await (const chunk of body) {
    const isFlushed = res.write(chunk);
    // Compression holds back what it has; deferred data must arrive in its parts.
    (res as { flush?: () => void }).flush?.();
    if (!isFlushed) await once(res, "drain", { signal: gone });
  }
  res.end();
}
