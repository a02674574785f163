import { connectionsFirst } from "#server/runtime/event-loop-yield.server";

/** Milliseconds of a turn of the event loop that go to requests that have just come. */
const SLICE_MS = 4;

/**
 * Returns a function that starts requests in their order of arrival, for 4 ms in each turn of the event loop; Node would
 * start all that came in one turn at once.
 */
export function timeSliced(sliceMs = SLICE_MS): (begin: () => void) => void {
  const waiting: (() => void)[] = [];
  const isPassedOver = connectionsFirst();
  /** When this turn's slice is over; undefined before its first request. */
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
