import {
  createRequestHandler,
  type AppLoadContext,
  type RequestHandler as RemixHandler,
  type ServerBuild,
} from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { themeOfCookies } from "~/domain/theme";
import { bodyLimit, pathnameOf } from "./guard";
import { limitedBody } from "./body-limit";
import { KeptPages, keyOfPage } from "./kept-pages";
import { offeredLanguage } from "./language";
import { refuse } from "./refuse";

/**
 * Serves the Remix build in Express.
 *
 * In place of @remix-run/express, which takes the address from headers that a visitor can send (a port from
 * X-Forwarded-Host, none from an IPv6 Host), has no place to measure a body, appends to headers that are set
 * already, and writes to a slow connection without waiting for it.
 *
 * @param build the build, or in development a function that gives the current one
 */
export function remix(build: ServerBuild | (() => Promise<ServerBuild>), mode: string): RequestHandler {
  const handle: RemixHandler = createRequestHandler(build, mode);
  const pages = mode === "production" ? new KeptPages() : undefined;
  return (req, res, next) => {
    serve(handle, pages, req, res).catch(next);
  };
}

async function serve(
  handle: RemixHandler,
  pages: KeptPages | undefined,
  req: ExpressRequest,
  res: ExpressResponse,
): Promise<void> {
  const context = loadContextOf(req, res);
  const { cspNonce, requestId } = context;
  const own = cspNonce && requestId ? { cspNonce, requestId } : undefined;
  const key = keyOfPage({
    method: req.method,
    origin: String(res.locals["origin"]),
    url: req.originalUrl,
    headers: req.headers,
  });
  const kept = key && own && pages?.find(key, own);
  if (kept) return sendKept(kept, res);

  const gone = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) gone.abort();
  });

  let tooLarge = false;
  const request = toRequest(req, res, gone.signal, () => {
    tooLarge = true;
    gone.abort();
  });
  try {
    const answer = await handle(request, context);
    if (tooLarge) {
      void answer.body?.cancel();
    } else {
      const body = await send(answer, res, key !== undefined && context.isSameForAll === true);
      if (body && key && own && context.isSameForAll) pages?.keep(key, answer.headers, body, own);
      return;
    }
  } catch (error) {
    if (!tooLarge) throw error;
  }
  refuse(req, res, {
    status: 413,
    reason: `body of more than ${bodyLimit(pathnameOf(req.originalUrl))} bytes`,
  });
}

function loadContextOf(req: ExpressRequest, res: ExpressResponse): AppLoadContext {
  const { cspNonce, clientAddress, requestId } = res.locals as AppLoadContext;
  const languageOffer = offeredLanguage({ url: req.originalUrl, headers: req.headers });
  const theme = themeOfCookies(req.headers.cookie);
  return { cspNonce, clientAddress, requestId, theme, ...(languageOffer ? { languageOffer } : {}) };
}

function toRequest(
  req: ExpressRequest,
  res: ExpressResponse,
  signal: AbortSignal,
  onTooLarge: () => void,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (Array.isArray(value)) value.forEach((one) => headers.append(name, one));
    else if (value !== undefined) headers.set(name, value);
  }
  // `origin` is what the guard has checked.
  const url = `${String(res.locals["origin"])}${req.originalUrl}`;
  if (req.method === "GET" || req.method === "HEAD") {
    return new Request(url, { method: req.method, headers, signal });
  }
  const body = limitedBody(req, bodyLimit(pathnameOf(req.originalUrl)), onTooLarge);
  const init: RequestInit & { duplex: "half" } = {
    method: req.method,
    headers,
    signal,
    body,
    duplex: "half",
  };
  return new Request(url, init);
}

function writeHead(status: number, headers: Iterable<[string, string]>, res: ExpressResponse): void {
  res.status(status);
  for (const [name, value] of headers) {
    if (name === "set-cookie") res.append(name, value);
    else if (name === "vary") res.vary(value);
    else res.setHeader(name, value);
  }
}

function sendKept(
  { headers, body }: { headers: [string, string][]; body: Buffer },
  res: ExpressResponse,
): void {
  writeHead(200, headers, res);
  res.setHeader("Content-Length", body.length);
  res.end(body);
}

/**
 * Writes an answer, and each of its parts at once (a page may come in several), as fast as the other side reads.
 *
 * @param collect whether the whole body is wanted
 * @returns it, unless the visitor went away before its end
 */
async function send(answer: Response, res: ExpressResponse, collect: boolean): Promise<Buffer | undefined> {
  writeHead(answer.status, answer.headers, res);
  if (!answer.body) return void res.end();
  const parts: Uint8Array[] = [];
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (res.destroyed) return void reader.cancel();
    if (collect) parts.push(value);
    const flushed = res.write(value);
    (res as { flush?: () => void }).flush?.();
    if (!flushed) await drained(res);
  }
  res.end();
  return collect ? Buffer.concat(parts) : undefined;
}

function drained(res: ExpressResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.off("drain", done).off("close", done);
      resolve();
    };
    res.on("drain", done).on("close", done);
  });
}
