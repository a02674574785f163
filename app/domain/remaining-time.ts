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

/**
 * Returns what is left of a duration that was told some time ago, so that neither side's clock matters.
 *
 * @param elapsedMs since it was told
 * @returns undefined when it is over
 */
export function remainingOf({ days, hours, minutes }: Remaining, elapsedMs: number): Remaining | undefined {
  const left = (days * 24 + hours) * 60 + minutes - Math.floor(elapsedMs / 60_000);
  if (left < 0) return undefined;
  return { days: Math.floor(left / (24 * 60)), hours: Math.floor(left / 60) % 24, minutes: left % 60 };
}
