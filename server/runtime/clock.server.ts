import { singleton } from "./singleton";

interface Alarm {
  dueAt: number;
  ring: () => void;
}

/** Only tests write it: a preload (tests/kit/programs/clock.mjs) or `setClockOffset`. */
const clock = singleton("clock", () => ({ offsetMs: 0, alarms: new Set<Alarm>() }));

/** Returns the time in ms since 1970. Measure durations with `performance.now()`, which no clock change affects. */
export const now = () => Date.now() + clock.offsetMs;

/** Runs `work` periodically, also when a test moves the clock past the due time, until the result is called. */
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

/** Moves the clock of this process, for tests, and runs the tasks that are due by then. */
export function setClockOffset(offsetMs: number): void {
  clock.offsetMs = offsetMs;
  for (const { dueAt, ring } of clock.alarms) if (dueAt <= now()) ring();
}
