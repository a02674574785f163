import { singleton } from "#server/runtime/singleton";
import * as clock from "#server/runtime/clock.server";

const apiClock = singleton("api-clock", () => ({ aheadMs: 0 }));

/**
 * Notes what the API's clock shows, so that its times can be compared with ours.
 *
 * @param date the `Date` header of a response, in whole seconds (RFC 9110 §6.6.1); without one nothing is learned
 */
export function noteApiDate(date: string | null): void {
  const at = date === null ? Number.NaN : Date.parse(date);
  if (Number.isFinite(at)) apiClock.aheadMs = at - clock.now();
}

/** Returns a moment of the API's clock as our clock shows it, in milliseconds since 1970. */
export function onOurClock(apiMs: number): number {
  return apiMs - apiClock.aheadMs;
}

/** Returns a moment of our clock as the API's clock shows it, in milliseconds since 1970. */
export function onApiClock(ourMs: number): number {
  return ourMs + apiClock.aheadMs;
}
