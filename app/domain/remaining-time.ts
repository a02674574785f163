import { utc } from "./utc";

export interface Remaining {
  days: number;
  hours: number;
  minutes: number;
}

/**
 * How long it is until a moment, in whole days, hours and minutes, rounded down.
 *
 * @param end ISO 8601
 * @param now milliseconds since 1970
 * @returns undefined when the moment has passed or cannot be read
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
