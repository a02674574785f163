import { utc } from "./utc";

export interface Remaining {
  days: number;
  hours: number;
  minutes: number;
}

/**
 * Returns the time until `end` in whole days, hours and minutes, rounded down.
 *
 * @param end ISO 8601
 * @param now milliseconds since 1970
 * @returns undefined if `end` has passed or is invalid
 */
export function remainingUntil(end: string, now: number): Remaining | undefined {
  const from = utc(now);
  const until = utc(end);
  if (!until.isAfter(from)) return undefined;
  return {
    days: until.diff(from, "day"),
    hours: until.diff(from, "hour") % 24,
    minutes: until.diff(from, "minute") % 60,
  };
}

/**
 * Returns the rest of a duration that the server sent some time ago. Independent of the clocks on both sides.
 *
 * @param elapsedMs milliseconds since it was received
 * @returns undefined if it is over
 */
export function remainingOf({ days, hours, minutes }: Remaining, elapsedMs: number): Remaining | undefined {
  const left = (days * 24 + hours) * 60 + minutes - Math.floor(elapsedMs / 60_000);
  if (left < 0) return undefined;
  return { days: Math.floor(left / (24 * 60)), hours: Math.floor(left / 60) % 24, minutes: left % 60 };
}
