import type { AppLoadContext } from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import { type BodyProblem, limitedBody } from "./body-limit";
import { paces, UNREAD_MS } from "./budgets";
import { sendWhole } from "./compression";
import { bodyLimit, isUpload } from "./guard";

/** The site's origin, which the guard has checked. */
export const originOf = (res: ExpressResponse) => String(res.locals["origin"]);

/** Whether the body is a multipart form, which the action reads as a stream. */
export const hasUpload = ({ method, originalUrl, headers }: ExpressRequest) =>
  method === "POST" && isUpload(originalUrl, headers["content-type"]);

/** Converts an Express request. @param onRefused called while an upload is read, when it is too large or too slow */
export function toRequest(
  req: ExpressRequest,
  res: ExpressResponse,
  signal: AbortSignal,
  onRefused: (problem: BodyProblem) => void,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  const url = originOf(res) + req.originalUrl;
  const init: RequestInit = { method: req.method, headers, signal };
  if (req.method !== "POST") return new Request(url, init);
  // Already read by small-body.ts.
  if (!hasUpload(req)) return new Request(url, { ...init, body: res.locals["body"] as BodyInit });
  const limit = bodyLimit(req.originalUrl, req.headers["content-type"]);
  const body = limitedBody(req, { limit, pace: paces.uploads }, onRefused);
  const streamed: RequestInit & { duplex: "half" } = { ...init, body, duplex: "half" };
  return new Request(url, streamed);
}

/** Writes status and headers. Set-Cookie and Vary are added to the front's values; others replace them. */
export function writeHead(status: number, headers: Iterable<[string, string]>, res: ExpressResponse): void {
  res.status(status);
  for (const [name, value] of headers) {
    if (name === "set-cookie") res.append(name, value);
    else if (name === "vary") res.vary(value);
    else res.setHeader(name, value);
  }
}

/** Writes a response, flushing each chunk. @param leave called early when the client stops reading */
export async function send(
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
