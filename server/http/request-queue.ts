import { connectionsFirst } from "#server/runtime/event-loop-yield.server";

/** Of one turn of the event loop so many milliseconds go to requests that have just come; the others wait for the next. */
const SLICE_MS = 4;

/**
 * Begins requests in the order in which they came, for some milliseconds in each turn of the event loop. Without it
 * Node hands on all that came meanwhile one after the other: 600 that come together, to be taken apart, refused and
 * logged, are 600 times a good part of a millisecond in which nothing else is seen to. Costs nothing when few come.
 *
 * @returns what begins one, now or in its turn
 */
export function timeSliced(sliceMs = SLICE_MS): (begin: () => void) => void {
  const waiting: (() => void)[] = [];
  const isPassedOver = connectionsFirst();
  /** When this turn's slice is over; undefined before its first request. */
  let end: number | undefined;

  const openSlice = () => {
    end = isPassedOver() ? 0 : performance.now() + sliceMs;
    setImmediate(nextTurn);
    return end;
  };
  const nextTurn = () => {
    end = undefined;
    if (waiting.length === 0) return;
    const until = openSlice();
    if (until === 0) return;
    // At least one, however long the one before it took.
    do waiting.shift()?.();
    while (waiting.length > 0 && performance.now() < until);
  };

  return (begin) => {
    const until = end ?? openSlice();
    if (waiting.length > 0 || performance.now() >= until) waiting.push(begin);
    else begin();
  };
}
