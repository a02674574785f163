import * as clock from "#server/runtime/clock.server";

const apiClock = { aheadMs: 0 };

/**
 * Records the offset of the API's clock.
 *
 * @param date `Date` header of a response, in seconds (RFC 9110 §6.6.1)
 * @param age `Age` header of a response that a cache stored: how long ago, in seconds (RFC 9111 §5.1)
 */
export function noteApiDate(date: string | null, age: string | null = null): void {
  const seconds = /^\d{1,9}$/.test(age ?? "") ? Number(age) : 0;
  const at = date === null ? Number.NaN : Date.parse(date) + seconds * 1000;
  if (Number.isFinite(at)) apiClock.aheadMs = at - clock.now();
}

export const onOurClock = (apiMs: number) => apiMs - apiClock.aheadMs;

export const onApiClock = (ourMs: number) => ourMs + apiClock.aheadMs;
