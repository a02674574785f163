import { halfWidth } from "./half-width";

/** Soria to Soria Plus (accounts-and-store.md sections 5 and 9). */
const EXCHANGE_MINIMUM = 50;
const EXCHANGE_UNIT = 10;
export const quickAmounts = [50, 100, 300, 500, 1000] as const;

/** The holdings that the specification's sample shows, for a member without a balance. */
export const sampleHoldings = { soria: 1000, soriaPlus: 0 } as const;

export type ExchangeProblem = "missing" | "digitsOnly" | "minimum" | "unit" | "insufficient";

/**
 * The amount as it was typed, full-width digits and thousands separators included; undefined when it is no
 * whole number.
 */
export function readExchangeAmount(raw: string): number | undefined {
  const text = halfWidth(raw.trim()).replace(/,(?=\d{3})/g, "");
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/**
 * What is wrong with an amount; undefined when it may be exchanged.
 *
 * @param balance the member's soria
 */
export function checkExchange(raw: string, balance: number): ExchangeProblem | undefined {
  if (raw.trim() === "") return "missing";
  const amount = readExchangeAmount(raw);
  if (amount === undefined) return "digitsOnly";
  if (amount < EXCHANGE_MINIMUM) return "minimum";
  if (amount % EXCHANGE_UNIT !== 0) return "unit";
  return amount > balance ? "insufficient" : undefined;
}

/** What "exchange all" fills in: the largest amount that the rules allow; 0 when the balance is below the minimum. */
export function exchangeableAmount(balance: number): number {
  const amount = Math.floor(balance / EXCHANGE_UNIT) * EXCHANGE_UNIT;
  return amount >= EXCHANGE_MINIMUM ? amount : 0;
}

/** The amount after a quick-add button, from whatever stands in the field. */
export function addQuickAmount(raw: string, quick: number): number {
  return (readExchangeAmount(raw) ?? 0) + quick;
}
