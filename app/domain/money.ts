import { isPaymentType, type PaymentType } from "./currencies";
import { formatNumber } from "./number-format";

/** Placeholder for an amount that is not a number (accounts-and-store.md section 3). */
export const noAmount = "-";

/** Minus sign, U+2212: as wide as a digit, and lines do not break after it. */
const MINUS = "\u2212";

/** Digits and separators of English are those of all four languages. */
const TAG = "en";

/**
 * Formats an amount in hundredths with two decimals and thousands separators: 123456 → "1,234.56"; "-" if it is not a
 * finite number. Fractions of a hundredth are rounded. Uses integers, because a division by 100 would lose the last
 * digit near Number.MAX_SAFE_INTEGER.
 */
export function formatHundredths(amount: unknown): string {
  if (typeof amount !== "number" || !Number.isFinite(amount)) return noAmount;
  const rounded = BigInt(Math.round(amount));
  const size = rounded < 0n ? -rounded : rounded;
  const decimals = String(size % 100n).padStart(2, "0");
  return `${rounded < 0n ? MINUS : ""}${formatNumber(size / 100n, TAG)}.${decimals}`;
}

/**
 * Returns price × quantity in hundredths; undefined if either is not a whole number, the price is negative, the
 * quantity is below 1, or the product exceeds Number.MAX_SAFE_INTEGER and would be wrong.
 */
export function totalHundredths(unitAmount: unknown, quantity: unknown): number | undefined {
  if (!Number.isSafeInteger(unitAmount) || !Number.isSafeInteger(quantity)) return undefined;
  if ((unitAmount as number) < 0 || (quantity as number) < 1) return undefined;
  const total = BigInt(unitAmount as number) * BigInt(quantity as number);
  return total <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(total) : undefined;
}

/** Maximum of one card payment, in hundredths: Stripe accepts eight digits. */
export const MAX_CARD_AMOUNT = 99_999_999;

/**
 * Serialises the unit price that a form displayed ("30000 SORIA"), so that the action can compare it with the current
 * price.
 */
export const priceMark = (unitAmount: number | null, type: PaymentType): string => `${unitAmount} ${type}`;

/** Parses a price that `priceMark` serialised; undefined for anything else. */
export function priceOfMark(mark: string): { unitAmount: number; currency: PaymentType } | undefined {
  const [amount = "", currency] = mark.split(" ");
  return /^\d{1,15}$/.test(amount) && isPaymentType(currency)
    ? { unitAmount: Number(amount), currency }
    : undefined;
}

/** Formats a balance or a change of it, with thousands separators ("56,780"); "-" if it is not a number. */
export function formatCount(amount: unknown): string {
  if (typeof amount !== "number" || !Number.isFinite(amount)) return noAmount;
  // Intl writes -0 with its sign.
  return formatNumber(amount === 0 ? 0 : amount, TAG, 20);
}
