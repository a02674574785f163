import type { IncomingMessage } from "node:http";
import { nextTurn } from "#server/runtime/event-loop-yield.server";
import type { Pace } from "./budgets";

/** Why a body is refused: it exceeds its limit in bytes, or is slower than its pace. */
export type BodyProblem = "too-large" | "too-slow";

/** Bytes of a refused body that are still read and discarded, so that the browser reads the response. */
const DISCARD_BYTES = 16 * 1024 * 1024;
const PACE_CHECK_MS = 500;

/** Measures how fast a body arrives, only while the server waits for bytes: back-pressure makes no sender slow. */
function watchPace({ graceMs, bytesPerSecond, deadlineMs }: Pace, onSlow: () => void) {
  let waitedMs = 0;
  let since: number | undefined;
  let bytes = 0;
  const waited = () => waitedMs + (since === undefined ? 0 : performance.now() - since);
  const timer = setInterval(() => {
    const ms = waited();
    if (ms >= deadlineMs || (ms >= graceMs && bytes < (ms / 1_000) * bytesPerSecond)) onSlow();
  }, PACE_CHECK_MS).unref();
  return {
    wait() {
      since ??= performance.now();
    },
    pause() {
      waitedMs = waited();
      since = undefined;
    },
    received(count: number) {
      bytes += count;
    },
    stop: () => clearInterval(timer),
  };
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
  let received = 0;
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
    received += chunk.length;
    watch.received(chunk.length);
    if (received > limit) return refuse("too-large");
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

/**
 * Reads and discards the rest of a refused body. If the server closed the connection while the browser sends, the
 * visitor would see a network error instead of the error page. A body of more than DISCARD_BYTES still closes it.
 */
export function discard(req: IncomingMessage): void {
  let rest = 0;
  req.on("data", (chunk: Buffer) => {
    rest += chunk.length;
    if (rest > DISCARD_BYTES) req.destroy();
  });
  req.on("error", () => undefined);
  req.resume();
}
