import { timeOf } from "./japan-time";

const MINUTE_MS = 60_000;

export type Remaining = Record<"days" | "hours" | "minutes", number>;

/**
 * Returns the time until `end` in whole days, hours and minutes, rounded down.
 *
 * @param end ISO 8601
 * @param now milliseconds since 1970
 * @returns undefined if `end` has passed or is invalid
 */
export function remainingUntil(end: string, now: number): Remaining | undefined {
  const left = timeOf(end) - now;
  return left > 0 ? inParts(Math.floor(left / MINUTE_MS)) : undefined;
}

const inParts = (minutes: number): Remaining => ({
  days: Math.floor(minutes / (24 * 60)),
  hours: Math.floor(minutes / 60) % 24,
  minutes: minutes % 60,
});

/**
 * Returns the rest of a duration that the server sent some time ago. Independent of the clocks on both sides.
 *
 * @param elapsedMs milliseconds since it was received
 * @returns undefined if it is over
 */
export function remainingOf({ days, hours, minutes }: Remaining, elapsedMs: number): Remaining | undefined {
  const left = (days * 24 + hours) * 60 + minutes - Math.floor(elapsedMs / MINUTE_MS);
  return left < 0 ? undefined : inParts(left);
}
