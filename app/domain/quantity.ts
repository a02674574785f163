import { halfWidth } from "./half-width";

/** Twelve digits, exactly representable as a number. */
export const MAX_QUANTITY = 999_999_999_999;

/** Returns the quantity after a press of "one more" or "one less"; invalid input counts as 1. */
export const stepQuantity = (raw: unknown, by: number): number =>
  Math.min(MAX_QUANTITY, Math.max(1, (readQuantity(raw) ?? 1) + by));

/**
 * Parses a typed quantity, including full-width digits; undefined if it is not a whole number from 1 to `MAX_QUANTITY`
 * (accounts-and-store.md section 9).
 */
export function readQuantity(raw: unknown): number | undefined {
  if (typeof raw !== "string") return undefined;
  const digits = halfWidth(raw.trim());
  return /^0*[1-9]\d{0,11}$/.test(digits) ? Number(digits) : undefined;
}
