export interface ApiTiming {
  calls: number;
  /** Time from sending to the last byte of the response, for each call that was sent. Parallel calls overlap. */
  waits: Wait[];
  /** Services that let a call of this request time out. */
  stalled?: Set<string>;
}

/** Values of performance.now(), in ms. */
export type Wait = readonly [start: number, end: number];

export const noApiTiming = (): ApiTiming => ({ calls: 0, waits: [] });

/** Returns the total time with at least one call in flight, in ms. Parallel calls count once. */
export function waitedMs(waits: readonly Wait[]): number {
  let sum = 0;
  let until = -Infinity;
  for (const [start, end] of waits.toSorted(([a], [b]) => a - b)) {
    sum += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return sum;
}
