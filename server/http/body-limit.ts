import type { IncomingMessage } from "node:http";
import { nextTurn } from "#server/runtime/event-loop-yield.server";
import type { Pace } from "./budgets";
import { PaceWatch } from "./pace";

/** The body grew past its limit, or came too slowly, while it was read. */
class BodyRefused extends Error {
  override name = "BodyRefused";
}

/** After a refusal, this much of a body is still read and thrown away, so that the browser reads the answer. */
const DISCARD_BYTES = 16 * 1024 * 1024;

/**
 * Returns a request's body as a web stream that fails as soon as it is longer than its limit, whatever its
 * Content-Length said, or slower than its pace. It is read no faster than its reader asks.
 *
 * @param bounds the limit in bytes, and the pace
 * @param onRefused called once, before the stream fails with BodyRefused
 */
export function limitedBody(
  req: IncomingMessage,
  { limit, pace }: { limit: number; pace: Pace },
  onRefused: (problem: "too-large" | "too-slow") => void,
): ReadableStream<Uint8Array> {
  let received = 0;
  let isFirst = true;
  let watch: PaceWatch | undefined;
  /** Takes the listeners off: one that runs after the stream has ended would throw, and that out of an emitter. */
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
      // The bodies of many may have come at the same moment, and what is made of each follows at once: one by one. Only
      // the first part waits for its turn: a large picture would wait for eighty.
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
 * Reads the rest of a refused body and throws it away. A connection that is closed in the face of a sending
 * browser shows the visitor a network error in place of our page; one that sends without end is closed.
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
