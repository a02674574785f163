import compression from "compression";
import type { Request, RequestHandler, Response } from "express";
import type { WholePage } from "#server/web/whole-page.server";
import { trustScripts } from "./security-headers";

const LEVEL = 1;

/**
 * Compresses what is streamed with gzip at level 1. Brotli is kept from it: compression prefers it, and it costs about
 * two thirds of the pages per second. Files of the build are compressed beforehand, with both.
 */
export function compressPages(): RequestHandler {
  const compress = compression({ level: LEVEL });
  return (req, res, next) => {
    const accepted = req.headers["accept-encoding"];
    res.locals["acceptsBrotli"] = req.acceptsEncodings("br") === "br";
    if (accepted !== undefined)
      req.headers["accept-encoding"] = req.acceptsEncodings("gzip", "identity") || "identity";
    compress(req, res, next);
  };
}

/**
 * Sends a whole page in one go, because a stream costs several turns of the event loop for each page: with its entity
 * tag, or 304 without the page to who has it already.
 */
export async function sendWhole(req: Request, res: Response, page: WholePage): Promise<void> {
  if (page.scripts !== undefined) trustScripts(res, page.scripts);
  if (page.etag !== undefined) res.setHeader("ETag", page.etag);
  if (req.fresh) return void res.vary("Accept-Encoding").status(304).end();
  // `compressPages` has left this of what the client accepts.
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
