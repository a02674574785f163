import { Code } from "#server/wire/codes";

/** Insufficient balance (accounts-and-store.md section 8: 8000 to 8006). */
const SHORTAGES = { from: 8000, to: 8006 };
/** Store and provider failures (10000 to 10007). */
const STORE = { from: 10000, to: 10007 };

const within = (code: number, { from, to }: { from: number; to: number }) => code >= from && code <= to;

/**
 * Returns whether a result code proves that nothing was taken: only then is a call that takes money refused. Any
 * other code, including an unknown one, leaves the outcome unknown.
 */
export function tookNothing(code: number | undefined): boolean {
  switch (code) {
    case undefined:
    case Code.STORE_PROVIDER_FAILED:
      return false;
    case Code.STORE_PRICE_CHANGED:
    case Code.STORE_KEY_MALFORMED:
    case Code.STORE_FRACTION:
      return true;
    default:
      return within(code, SHORTAGES) || within(code, STORE);
  }
}
