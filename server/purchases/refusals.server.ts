import type { PaymentType } from "~/domain/currencies";
import type { ApiError } from "#server/errors/api-error";
import { Code } from "#server/wire/codes";
import { insufficientData, type InsufficientData, priceChangedData } from "#server/wire/store";

/** Price of one piece, in hundredths, and its currency. */
export interface Price {
  unitAmount: number;
  currency: PaymentType;
}

export const priceOf = ({ unitAmount, currency }: Price): Price => ({ unitAmount, currency });

/** Returns the item's current price from a PRICE_CHANGED refusal; undefined for any other error. */
export function newPriceOf({ code, data }: ApiError): Price | undefined {
  if (code !== Code.STORE_PRICE_CHANGED) return undefined;
  const price = priceChangedData.safeParse(data);
  return price.success ? price.data : undefined;
}

/** Returns whether a key cannot be used again: it has other content, or its stored response has expired. */
export function isKeyBurnt({ code }: ApiError): boolean {
  return code === Code.STORE_KEY_REUSED || code === Code.STORE_KEY_EXPIRED;
}

/** Returns the missing amount from a refusal for insufficient balance; undefined for any other error. */
export function shortageOf(error: ApiError): InsufficientData | undefined {
  const codes = [Code.INSUFFICIENT_POINT, Code.INSUFFICIENT_SORIA, Code.INSUFFICIENT_SORIA_PLUS];
  if (!codes.some((code) => code === error.code)) return undefined;
  const data = insufficientData.safeParse(error.data);
  return data.success ? data.data : undefined;
}

export function isQuantityRefused(error: ApiError): boolean {
  return error.code === Code.STORE_INVALID_QUANTITY;
}

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
      // Insufficient balance, or failures of the store and the provider (accounts-and-store.md section 8).
      return (code >= 8000 && code <= 8006) || (code >= 10000 && code <= 10007);
  }
}
