import compression from "compression";
import type { Request, RequestHandler, Response } from "express";
import type { WholePage } from "#server/web/whole-page.server";
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
export async function sendWhole(req: Request, res: Response, page: WholePage): Promise<void> {
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
