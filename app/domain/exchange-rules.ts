import { line, readWhole } from "./readers";

/** Rules of the exchange from Soria to Soria Plus (accounts-and-store.md sections 5 and 9). */
const EXCHANGE_MINIMUM = 50;
const EXCHANGE_UNIT = 10;
export const quickAmounts = [50, 100, 300, 500, 1000] as const;

/** The sample holdings of the specification, for a member without a balance. */
export const sampleHoldings = { soria: 1000, soriaPlus: 0 } as const;

export type ExchangeProblem = "missing" | "digitsOnly" | "minimum" | "unit" | "insufficient";

/** Parses a typed amount, with full-width digits or grouping; undefined if it is not a whole number. */
export const readExchangeAmount = readWhole;

/**
 * Validates an amount; returns undefined if it may be exchanged.
 *
 * @param balance the member's Soria balance
 */
export function checkExchange(raw: string, balance: number): ExchangeProblem | undefined {
  if (line(raw) === "") return "missing";
  const amount = readExchangeAmount(raw);
  if (amount === undefined) return "digitsOnly";
  if (amount < EXCHANGE_MINIMUM) return "minimum";
  if (amount % EXCHANGE_UNIT !== 0) return "unit";
  return amount > balance ? "insufficient" : undefined;
}

/**
 * Returns the amount for "exchange all": the largest one that the rules allow; 0 if the balance is below the minimum.
 */
export function exchangeableAmount(balance: number): number {
  const amount = Math.floor(balance / EXCHANGE_UNIT) * EXCHANGE_UNIT;
  return amount >= EXCHANGE_MINIMUM ? amount : 0;
}

/** Returns the amount after a press of a quick-add button. Invalid input counts as 0. */
export const addQuickAmount = (raw: string, quick: number): number => (readExchangeAmount(raw) ?? 0) + quick;
