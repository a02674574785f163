import type { IncomingMessage } from "node:http";
import type { Request, RequestHandler, Response as ExpressResponse } from "express";
import { nextTurn } from "#server/runtime/event-loop-yield.server";
import { type Pace, paces } from "./budgets";
import { bodyLimit, isUpload } from "./guard";
import { holdPlace, Places } from "./places";
import { discard, refuse } from "./reject";

/** Why a body is refused: it exceeds its limit in bytes, or is slower than its pace. */
export type BodyProblem = "too-large" | "too-slow";

const PACE_CHECK_MS = 500;

/** Measures how fast a body arrives, only while the server waits for bytes: back-pressure makes no sender slow. */
function watchPace({ graceMs, bytesPerSecond, deadlineMs }: Pace, onSlow: () => void) {
  let waitedMs = 0;
  let since: number | undefined;
  const waited = () => waitedMs + (since === undefined ? 0 : performance.now() - since);
  const timer = setInterval(() => {
    const ms = waited();
    if (ms >= deadlineMs || (ms >= graceMs && watch.received < (ms / 1_000) * bytesPerSecond)) onSlow();
  }, PACE_CHECK_MS).unref();
  const watch = {
    received: 0,
    wait() {
      since ??= performance.now();
    },
    pause() {
      waitedMs = waited();
      since = undefined;
    },
    stop: () => clearInterval(timer),
  };
  return watch;
}

/**
 * Returns a request's body as a web stream, with back-pressure. It errors when the body exceeds its limit (whatever
 * Content-Length says), is slower than its pace, or ends early.
 *
 * @param onRefused called once, before the stream errors
 */
export function limitedBody(
  req: IncomingMessage,
  { limit, pace, yields = true }: { limit: number; pace: Pace; yields?: boolean },
  onRefused: (problem: BodyProblem) => void,
): ReadableStream<Uint8Array> {
  let isFirst = yields;
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const watch = watchPace(pace, () => refuse("too-slow"));
  /** Removes the listeners: to use the controller after the end of the stream would throw inside the event emitter. */
  const stop = () => {
    watch.stop();
    req.off("data", read).off("end", end).off("error", fail).off("close", closed);
  };
  const fail = (error: Error) => {
    stop();
    controller.error(error);
  };
  const refuse = (problem: BodyProblem) => {
    onRefused(problem);
    fail(new Error(`The body is ${problem}.`));
    discard(req);
  };
  const read = (chunk: Buffer) => {
    watch.received += chunk.length;
    if (watch.received > limit) return refuse("too-large");
    controller.enqueue(new Uint8Array(chunk));
    if ((controller.desiredSize ?? 0) > 0) return;
    watch.pause();
    req.pause();
  };
  const end = () => {
    stop();
    controller.close();
  };
  const closed = () => fail(new Error("The connection was closed before the body ended."));
  return new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
      req.on("data", read).on("end", end).on("error", fail).on("close", closed);
      req.pause();
    },
    async pull() {
      // Yield before the first chunk, so that uploads which arrive together are processed one per event-loop turn.
      // Later chunks do not yield: a large picture has about 80.
      if (isFirst) {
        isFirst = false;
        await nextTurn();
      }
      watch.wait();
      req.resume();
    },
    cancel() {
      stop();
      discard(req);
    },
  });
}

/** Ends a request whose body exceeded its limit in bytes, or was slower than its pace. */
export function refuseBody(req: Request, res: ExpressResponse, problem: BodyProblem): void {
  if (problem === "too-slow") return refuse(req, res, { status: 408, reason: "body too slow" });
  const limit = bodyLimit(req.originalUrl, req.headers["content-type"]);
  refuse(req, res, { status: 413, reason: `body of more than ${limit} bytes` });
}

/**
 * Reads the body of each POST except uploads into `res.locals.body`, before the request takes a place for work, so that
 * a slow sender cannot hold one.
 */
export function readSmallBodies(places = new Places("bodies"), pace: Pace = paces.bodies): RequestHandler {
  const read = async (req: Request, res: ExpressResponse): Promise<boolean> => {
    const leave = await holdPlace(places, req, res);
    if (!leave) return false;
    const limit = bodyLimit(req.originalUrl, req.headers["content-type"]);
    // Does not yield: the body would hold its place while pages are rendered.
    const body = limitedBody(req, { limit, pace, yields: false }, (problem) => refuseBody(req, res, problem));
    // Rejects when the body is refused (`refuseBody` has responded) or the client has disconnected.
    const bytes = await new Response(body).arrayBuffer().catch(() => undefined);
    leave();
    res.locals["body"] = bytes && Buffer.from(bytes);
    return bytes !== undefined;
  };
  return (req, res, next) => {
    if (req.method !== "POST" || isUpload(req.originalUrl, req.headers["content-type"])) return next();
    read(req, res).then((isRead) => isRead && next(), next);
  };
}
