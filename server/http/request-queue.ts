import { connectionsFirst } from "#server/runtime/event-loop-yield.server";

/** Time per event-loop turn for starting new requests, in ms. */
const SLICE_MS = 4;

/**
 * Returns a function that starts requests in order of arrival, for `sliceMs` in each event-loop turn. Without it Node
 * would start all requests that arrive in one turn at once.
 */
export function timeSliced(sliceMs = SLICE_MS): (begin: () => void) => void {
  const waiting: (() => void)[] = [];
  const isPassedOver = connectionsFirst();
  /** Deadline of this turn's slice; undefined before its first request. */
  let end: number | undefined;

  const openSlice = () => {
    end = isPassedOver() ? 0 : performance.now() + sliceMs;
    setImmediate(runNext);
    return end;
  };
  const runNext = () => {
    end = undefined;
    if (waiting.length === 0) return;
    const until = openSlice();
    if (until === 0) return;
    // Start at least one per turn, so that a slow request cannot starve the queue.
    do waiting.shift()?.();
    while (waiting.length > 0 && performance.now() < until);
  };

  return (begin) => {
    const until = end ?? openSlice();
    if (waiting.length > 0 || performance.now() >= until) waiting.push(begin);
    else begin();
  };
}
