import express, { type RequestHandler } from "express";
import { bodyLimit, isUpload } from "./guard";
import { refuse } from "./reject";

const types = { type: () => true, inflate: false };

/** Reads the body of each POST, except uploads, into `req.body` as a Buffer; refuses one beyond its limit. */
export function readSmallBodies(): RequestHandler {
  const readers = new Map<number, RequestHandler>();
  const readerFor = (limit: number): RequestHandler => {
    const reader = readers.get(limit) ?? express.raw({ ...types, limit });
    readers.set(limit, reader);
    return reader;
  };
  return (req, res, next) => {
    if (isUpload(req.originalUrl, req.headers["content-type"])) return next();
    const limit = bodyLimit(req.originalUrl, req.headers["content-type"]);
    readerFor(limit)(req, res, (error?: unknown) => {
      // A request without a body has none.
      if (error === undefined) {
        if (!Buffer.isBuffer(req.body)) req.body = Buffer.alloc(0);
        return next();
      }
      const { type } = error as { type?: string };
      if (type === "entity.too.large")
        refuse(req, res, { status: 413, reason: `body of more than ${limit} bytes` });
      else if (type === "request.aborted") res.destroy();
      else refuse(req, res, { status: 400, reason: `unreadable body (${type})` });
    });
  };
}
