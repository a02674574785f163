import { readWhole } from "./readers";

/** Twelve digits, exactly representable as a number. */
export const MAX_QUANTITY = 999_999_999_999;

/** Returns the quantity after a press of "one more" or "one less"; invalid input counts as 1. */
export const stepQuantity = (raw: unknown, by: number): number =>
  Math.min(MAX_QUANTITY, Math.max(1, (readQuantity(raw) ?? 1) + by));

/**
 * Parses a typed quantity, with full-width digits or grouping; undefined if it is not a whole number from 1 to
 * `MAX_QUANTITY` (accounts-and-store.md section 9).
 */
export function readQuantity(raw: unknown): number | undefined {
  const quantity = typeof raw === "string" ? readWhole(raw) : undefined;
  return quantity !== undefined && quantity >= 1 && quantity <= MAX_QUANTITY ? quantity : undefined;
}
