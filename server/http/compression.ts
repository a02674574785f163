import compression from "compression";
import type { Request, RequestHandler, Response } from "express";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { filled, gzipped, type OwnValues, type PageParts } from "#server/web/html-template.server";

const LEVEL = 1;
const packed = promisify(gzip);

/**
 * Compresses pages with gzip at level 1. Brotli is kept from it: compression prefers it, and it costs about
 * two thirds of the pages per second. Files of the build are compressed beforehand, with both.
 */
export function compressPages(): RequestHandler {
  const compress = compression({ level: LEVEL });
  return (req, res, next) => {
    const accepted = req.headers["accept-encoding"];
    if (accepted !== undefined)
      req.headers["accept-encoding"] = req.acceptsEncodings("gzip", "identity") || "identity";
    compress(req, res, next);
  };
}

/** Sends a whole page, compressed in one go for who takes it so: a stream costs several turns for each page. */
export async function sendWhole(req: Request, res: Response, page: PageParts, own: OwnValues): Promise<void> {
  // Of what the visitor offers, `compressPages` has left this.
  const isPacked = req.headers["accept-encoding"] === "gzip";
  const body = isPacked
    ? ((await gzipped(page, own)) ?? (await packed(filled(page, own), { level: LEVEL })))
    : filled(page, own);
  if (isPacked) res.setHeader("Content-Encoding", "gzip");
  if (res.destroyed) return;
  res.setHeader("Content-Length", body.length);
  res.end(body);
}
