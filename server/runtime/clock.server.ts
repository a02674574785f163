import { singleton } from "#server/request/singleton";

/**
 * What tests move, in ms. Nothing in the site or the sandbox writes it: a test's preload (tests/setup/clock.mjs) sets
 * the same object before the program starts, and `setClockOffset` is for tests in process.
 */
const clock = singleton("clock", () => ({ offsetMs: 0 }));

/**
 * Returns the time of day, in ms since 1970: the machine's clock, plus what a test has moved it by. Measure a duration
 * with `performance.now()` instead, which nobody can set.
 */
export function now(): number {
  return Date.now() + clock.offsetMs;
}

/**
 * Moves the clock of this process, for tests.
 *
 * @param offsetMs added to the machine's clock; 0 ends it
 */
export function setClockOffset(offsetMs: number): void {
  clock.offsetMs = offsetMs;
}
