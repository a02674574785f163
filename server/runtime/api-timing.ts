/** What a request has asked the API for. */
export interface ApiTiming {
  calls: number;
  /** From sending to the answer's last byte, one for each that was sent; some lie side by side. */
  waits: Wait[];
  /** The services that let a call of this request run into its time limit. */
  stalled?: Set<string>;
}

/** In milliseconds, as performance.now() counts them. */
export type Wait = readonly [start: number, end: number];

/** Of a request that has only begun. */
export const noApiTiming = (): ApiTiming => ({ calls: 0, waits: [] });

/** How long at least one of them lasted, in milliseconds: what is waited for side by side counts once. */
export function waitedMs(waits: readonly Wait[]): number {
  let sum = 0;
  let until = -Infinity;
  for (const [start, end] of waits.toSorted(([a], [b]) => a - b)) {
    sum += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return sum;
}
