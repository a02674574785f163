import {
  createRequestHandler,
  type AppLoadContext,
  type RequestHandler as RemixHandler,
  type ServerBuild,
} from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { bodyLimit, pathnameOf } from "./guard";
import { limitedBody } from "./body-limit";
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
  return (req, res, next) => {
    serve(handle, req, res).catch(next);
  };
}

async function serve(handle: RemixHandler, req: ExpressRequest, res: ExpressResponse): Promise<void> {
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
    const answer = await handle(request, loadContextOf(res));
    if (!tooLarge) return await send(answer, res);
  } catch (error) {
    if (!tooLarge) throw error;
  }
  refuse(req, res, {
    status: 413,
    reason: `body of more than ${bodyLimit(pathnameOf(req.originalUrl))} bytes`,
  });
}

function loadContextOf(res: ExpressResponse): AppLoadContext {
  const { cspNonce, clientAddress, requestId } = res.locals as AppLoadContext;
  return { cspNonce, clientAddress, requestId };
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

/** Writes an answer, and each of its parts at once (a page may come in several), as fast as the other side reads. */
async function send(answer: Response, res: ExpressResponse): Promise<void> {
  res.status(answer.status);
  for (const [name, value] of answer.headers) {
    if (name === "set-cookie") res.append(name, value);
    else if (name === "vary") res.vary(value);
    else res.setHeader(name, value);
  }
  if (!answer.body) {
    res.end();
    return;
  }
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (res.destroyed) return void reader.cancel();
    const flushed = res.write(value);
    (res as { flush?: () => void }).flush?.();
    if (!flushed) await drained(res);
  }
  res.end();
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
