import compression from "compression";
import type { RequestHandler } from "express";

/**
 * Compresses responses with gzip at level 1. Brotli costs about two thirds of the pages per second, so it is used only
 * for a client that accepts nothing else. The files of the build are precompressed with both.
 */
export function compressPages(): RequestHandler {
  const compress = compression({ level: 1 });
  return (req, res, next) => {
    if (req.acceptsEncodings("gzip") === "gzip") req.headers["accept-encoding"] = "gzip";
    compress(req, res, next);
  };
}
