import * as clock from "#server/runtime/clock.server";

const apiClock = { aheadMs: 0 };

/** Records the offset of the API's clock. @param date `Date` header of a response, in seconds (RFC 9110 §6.6.1) */
export function noteApiDate(date: string | null): void {
  const at = date === null ? Number.NaN : Date.parse(date);
  if (Number.isFinite(at)) apiClock.aheadMs = at - clock.now();
}

export const onOurClock = (apiMs: number) => apiMs - apiClock.aheadMs;

export const onApiClock = (ourMs: number) => ourMs + apiClock.aheadMs;
