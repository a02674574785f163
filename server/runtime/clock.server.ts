import { singleton } from "./singleton";

/** A recurring task of `every`. */
interface Alarm {
  dueAt: number;
  ring: () => void;
}

/**
 * Clock offset for tests. The site and the sandbox never write `offsetMs`: a preload of the tests
 * (tests/setup/clock.mjs) replaces this object before the program starts, and `setClockOffset` is for tests in the same
 * process.
 */
const clock = singleton("clock", () => ({ offsetMs: 0, alarms: new Set<Alarm>() }));

/**
 * Returns the current time in ms since 1970: the system clock plus the tests' offset. Measure durations with
 * `performance.now()` instead, which no clock change affects.
 */
export function now(): number {
  return Date.now() + clock.offsetMs;
}

/**
 * Runs `work` periodically, like setInterval, and also when a test moves the clock past the due time. It does not keep
 * the process alive.
 *
 * @returns a function that stops it
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
 * Moves the clock of this process, for tests, and runs the tasks that are due by then.
 *
 * @param offsetMs added to the system clock; 0 restores it
 */
export function setClockOffset(offsetMs: number): void {
  clock.offsetMs = offsetMs;
  for (const { dueAt, ring } of clock.alarms) if (dueAt <= now()) ring();
}
