import type { IncomingMessage } from "node:http";
import { nextTurn } from "#server/runtime/event-loop-yield.server";
import type { Pace } from "./budgets";
import { PaceWatch } from "./pace";

/** Error of a body that exceeded its limit in bytes, or was slower than its pace. */
class BodyRefused extends Error {
  override name = "BodyRefused";
}

/** Bytes of a refused body that are still read and discarded, so that the browser reads the response. */
const DISCARD_BYTES = 16 * 1024 * 1024;

/**
 * Returns a request's body as a web stream that errors when the body exceeds its limit (whatever Content-Length says)
 * or is slower than its pace. Back-pressure applies: the body is read no faster than the stream's reader reads.
 *
 * @param bounds the limit in bytes, and the pace
 * @param onRefused called once, before the stream errors with BodyRefused
 */
export function limitedBody(
  req: IncomingMessage,
  { limit, pace }: { limit: number; pace: Pace },
  onRefused: (problem: "too-large" | "too-slow") => void,
): ReadableStream<Uint8Array> {
  let received = 0;
  let isFirst = true;
  let watch: PaceWatch | undefined;
  /**
   * Removes the listeners. A listener that uses the controller after the end of the stream throws inside the event
   * emitter.
   */
  let stop = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const refuse = (problem: "too-large" | "too-slow") => {
        stop();
        onRefused(problem);
        controller.error(new BodyRefused(problem));
        discard(req);
      };
      watch = new PaceWatch(pace, () => refuse("too-slow"));
      const read = (chunk: Buffer) => {
        received += chunk.length;
        watch?.received(chunk.length);
        if (received > limit) return refuse("too-large");
        controller.enqueue(new Uint8Array(chunk));
        if ((controller.desiredSize ?? 0) > 0) return;
        watch?.pause();
        req.pause();
      };
      const end = () => {
        stop();
        controller.close();
      };
      const fail = (error: Error) => {
        stop();
        controller.error(error);
      };
      const closed = () => fail(new Error("The connection was closed before the body ended."));
      stop = () => {
        watch?.stop();
        req.off("data", read).off("end", end).off("error", fail).off("close", closed);
      };
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
      watch?.wait();
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
