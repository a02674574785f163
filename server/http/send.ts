import type { AppLoadContext } from "@remix-run/node";
import compression from "compression";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import type { WholePage } from "#server/web/whole-page.server";
import { UNREAD_MS } from "./budgets";
import { trustScripts } from "./security-headers";

/**
 * Compresses streamed responses with gzip at level 1. Removes Brotli from Accept-Encoding: the middleware prefers it,
 * and it costs about two thirds of the pages per second. The files of the build are precompressed with both.
 */
export function compressPages(): RequestHandler {
  const compress = compression({ level: 1 });
  return (req, res, next) => {
    const accepted = req.headers["accept-encoding"];
    res.locals["acceptsBrotli"] = req.acceptsEncodings("br") === "br";
    if (accepted !== undefined)
      req.headers["accept-encoding"] = req.acceptsEncodings("gzip", "identity") || "identity";
    compress(req, res, next);
  };
}

/** Sends a complete page in one write: a stream costs several event-loop turns. 304 when the entity tag matches. */
export async function sendWhole(req: ExpressRequest, res: ExpressResponse, page: WholePage): Promise<void> {
  if (page.scripts !== undefined) trustScripts(res, page.scripts);
  if (page.etag !== undefined) res.setHeader("ETag", page.etag);
  if (req.fresh) return void res.vary("Accept-Encoding").status(304).end();
  // `compressPages` reduced Accept-Encoding to gzip or identity.
  let body = page.html;
  if (req.headers["accept-encoding"] === "gzip") {
    const compressed = await page.compressed(res.locals["acceptsBrotli"] ? "br" : "gzip");
    res.setHeader("Content-Encoding", compressed.encoding);
    body = compressed.body;
  }
  if (res.destroyed) return;
  res.setHeader("Content-Length", body.length);
  res.end(body);
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
  // Also while a read waits: closes the file, or stops the calls, that the body is read from.
  res.once("close", () => void reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (res.destroyed) return;
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
