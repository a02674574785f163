import { singleton } from "./singleton";

/** Work that is due again and again by the time of day. */
interface Alarm {
  dueAt: number;
  ring: () => void;
}

/**
 * What tests move. Nothing in the site or the sandbox writes `offsetMs`: a test's preload (tests/setup/clock.mjs) puts
 * an object of its own in this place before the program starts, and `setClockOffset` is for tests in process.
 */
const clock = singleton("clock", () => ({ offsetMs: 0, alarms: new Set<Alarm>() }));

/**
 * Returns the time of day, in ms since 1970: the machine's clock, plus what a test has moved it by. Measure a duration
 * with `performance.now()` instead, which nobody can set.
 */
export function now(): number {
  return Date.now() + clock.offsetMs;
}

/**
 * Does work each time so much has passed by the clock: as setInterval does, and also when a test moves the clock past
 * it. It does not keep the process alive.
 *
 * @returns a function that ends it
 */
export function every(periodMs: number, work: () => void): () => void {
  const alarm: Alarm = {
    dueAt: now() + periodMs,
    ring() {
      alarm.dueAt = now() + periodMs;
      work();
    },
  };
  const timer = setInterval(alarm.ring, periodMs);
  timer.unref();
  clock.alarms.add(alarm);
  return () => {
    clearInterval(timer);
    clock.alarms.delete(alarm);
  };
}

/**
 * Moves the clock of this process, for tests; what is due by then is done.
 *
 * @param offsetMs added to the machine's clock; 0 ends it
 */
export function setClockOffset(offsetMs: number): void {
  clock.offsetMs = offsetMs;
  for (const { dueAt, ring } of clock.alarms) if (dueAt <= now()) ring();
}
