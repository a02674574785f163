import compression from "compression";
import type { RequestHandler } from "express";

/**
 * Compresses pages with gzip at level 1. Brotli is kept from it: compression prefers it, and it costs about
 * two thirds of the pages per second. Files of the build are compressed beforehand, with both.
 */
export function compressPages(): RequestHandler {
  const compress = compression({ level: 1 });
  return (req, res, next) => {
    const accepted = req.headers["accept-encoding"];
    if (accepted !== undefined)
      req.headers["accept-encoding"] = req.acceptsEncodings("gzip", "identity") || "identity";
    compress(req, res, next);
  };
}
