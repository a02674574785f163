import { halfWidth } from "./half-width";

/** Twelve digits: more than anybody buys, and exact as a number. */
export const MAX_QUANTITY = 999_999_999_999;

/** The quantity after a press of "one more" or "one less"; what is no quantity counts as 1. */
export function stepQuantity(raw: unknown, by: number): number {
  return Math.min(MAX_QUANTITY, Math.max(1, (readQuantity(raw) ?? 1) + by));
}

/**
 * A quantity as it was typed, full-width digits included; undefined when it is no whole number from 1 on
 * (accounts-and-store.md section 9). At most `MAX_QUANTITY`.
 */
export function readQuantity(raw: unknown): number | undefined {
  if (typeof raw !== "string") return undefined;
  const digits = halfWidth(raw.trim());
  return /^0*[1-9]\d{0,11}$/.test(digits) ? Number(digits) : undefined;
}
