import { halfWidth } from "./half-width";

/**
 * A quantity as it was typed, full-width digits included; undefined when it is no whole number from 1 on
 * (accounts-and-store.md section 9). At most twelve digits: more than anybody buys, and exact as a number.
 */
export function readQuantity(raw: unknown): number | undefined {
  if (typeof raw !== "string") return undefined;
  const digits = halfWidth(raw.trim());
  return /^0*[1-9]\d{0,11}$/.test(digits) ? Number(digits) : undefined;
}
