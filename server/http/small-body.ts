import type { Request, RequestHandler, Response } from "express";
import type { IncomingMessage } from "node:http";
import { type Pace, paces } from "./budgets";
import { bodyLimit, isUpload } from "./guard";
import { holdPlace } from "./hold-place";
import { PaceWatch } from "./pace";
import { Places } from "./places";
import { refuseBody } from "./reject";

/**
 * Reads the body of each POST except uploads (64 kB at most) into `res.locals.body`. Runs before the request takes a
 * place for work, so that a slow sender cannot hold one.
 *
 * @param pace for tests
 */
export function readSmallBodies(places = new Places("bodies"), pace: Pace = paces.bodies): RequestHandler {
  const read = async (req: Request, res: Response): Promise<boolean> => {
    const leave = await holdPlace(places, req, res);
    if (!leave) return false;
    try {
      const body = await readBody(req, bodyLimit(req.originalUrl, req.headers["content-type"]), pace);
      if (body === "disconnected") return false;
      if (Buffer.isBuffer(body)) {
        res.locals["body"] = body;
        return true;
      }
      refuseBody(req, res, body);
      return false;
    } finally {
      leave();
    }
  };
  return (req, res, next) => {
    if (req.method !== "POST" || isUpload(req.originalUrl, req.headers["content-type"])) return next();
    read(req, res).then((isRead) => {
      if (isRead) next();
    }, next);
  };
}

/**
 * Reads a whole body.
 *
 * @param limit in bytes
 * @returns the bytes, or the reason why they are incomplete
 */
function readBody(
  req: IncomingMessage,
  limit: number,
  pace: Pace,
): Promise<Buffer | "too-large" | "too-slow" | "disconnected"> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (result: Buffer | "too-large" | "too-slow" | "disconnected") => {
      watch.stop();
      req.off("data", onData).off("end", onEnd).off("close", onClose);
      resolve(result);
    };
    const watch = new PaceWatch(pace, () => finish("too-slow"));
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      watch.received(chunk.length);
      if (bytes > limit) finish("too-large");
      else chunks.push(chunk);
    };
    const onEnd = () => finish(Buffer.concat(chunks));
    const onClose = () => finish("disconnected");
    watch.wait();
    // "close" follows every error. The listener stays, because an unhandled "error" event crashes the process.
    req.on("error", () => undefined);
    req.on("data", onData).on("end", onEnd).on("close", onClose);
  });
}
