export interface Remaining {
  days: number;
  hours: number;
  minutes: number;
}

const MINUTE = 60_000;

/**
 * How long it is until a moment, in whole days, hours and minutes, rounded down.
 *
 * @param end ISO 8601
 * @param now milliseconds since 1970
 * @returns undefined when the moment has passed or cannot be read
 */
export function remainingUntil(end: string, now: number): Remaining | undefined {
  const left = Date.parse(end) - now;
  if (!(left > 0)) return undefined;
  const minutes = Math.floor(left / MINUTE);
  return { days: Math.floor(minutes / 1440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 };
}
