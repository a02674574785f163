import { isPaymentType, type PaymentType } from "./currencies";

/** What stands where an amount is not a number (accounts-and-store.md section 3). */
export const noAmount = "-";

/** The minus sign, U+2212: as wide as a figure, and never a place where a line may break. */
const MINUS = "\u2212";

/** Thousands separators, the same in all four languages. */
function grouped(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/**
 * An amount in hundredths with two decimals and thousands separators: 123456 → "1,234.56"; a dash when it is
 * not a finite number. Fractions of a hundredth are rounded. Done in whole numbers, so that no digit is lost
 * up to Number.MAX_SAFE_INTEGER (a division by 100 would lose the last one).
 */
export function formatHundredths(amount: unknown): string {
  if (typeof amount !== "number" || !Number.isFinite(amount)) return noAmount;
  const rounded = BigInt(Math.round(amount));
  const digits = String(rounded < 0n ? -rounded : rounded).padStart(3, "0");
  return `${rounded < 0n ? MINUS : ""}${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/**
 * Price × quantity in hundredths; undefined when either is no whole number, the quantity is below 1, or the
 * product is above Number.MAX_SAFE_INTEGER and would be charged wrongly.
 */
export function totalHundredths(unitAmount: unknown, quantity: unknown): number | undefined {
  if (!Number.isSafeInteger(unitAmount) || !Number.isSafeInteger(quantity)) return undefined;
  if ((unitAmount as number) < 0 || (quantity as number) < 1) return undefined;
  const total = BigInt(unitAmount as number) * BigInt(quantity as number);
  return total <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(total) : undefined;
}

/** The most that one payment by card can be, in hundredths: Stripe takes eight digits. */
export const MAX_CARD_AMOUNT = 99_999_999;

/** A unit price as a form sends it back, to be compared with what it is by then: "30000 SORIA". */
export function priceMark(unitAmount: number | null, type: PaymentType): string {
  return `${unitAmount} ${type}`;
}

/** The price of a mark that a form sent back; undefined for anything else. */
export function priceOfMark(mark: string): { unitAmount: number; currency: PaymentType } | undefined {
  const [amount = "", currency] = mark.split(" ");
  return /^\d{1,15}$/.test(amount) && isPaymentType(currency)
    ? { unitAmount: Number(amount), currency }
    : undefined;
}

/** A balance or a change of it: a whole number with thousands separators ("56,780"); a dash when not a number. */
export function formatCount(amount: unknown): string {
  if (typeof amount !== "number" || !Number.isFinite(amount)) return noAmount;
  const [whole = "0", fraction] = String(Math.abs(amount)).split(".");
  if (!/^\d+$/.test(whole)) return String(amount);
  return `${amount < 0 ? "-" : ""}${grouped(whole)}${fraction === undefined ? "" : `.${fraction}`}`;
}
