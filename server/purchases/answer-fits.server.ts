import { isPaymentType } from "~/domain/currencies";
import { onOurClock } from "#server/api/api-clock.server";
import { CLOCKS_MS } from "./limits.server";
import type { Purchase, Taken } from "./purchase.server";

/** The money of an answer of the API: of a purchase, a capture, or a row of its list. */
export interface Facts {
  status?: string | undefined;
  /** Hundredths, of the whole purchase. */
  amount?: number | undefined;
  currency?: string | undefined;
  /** ISO 8601. */
  createdAt?: string | undefined;
  capturedAt?: string | undefined;
}

/**
 * - `fits`: it is the answer to this intention
 * - `silent`: nothing contradicts, but the API does not say what it took, or when
 * - `price`: everything fits but the amount or the currency
 * - `misfit`: it cannot be the answer to this intention; `why` is for the log
 */
export type Fit = { kind: "fits" | "silent" } | { kind: "price" | "misfit"; why: string };

/**
 * Compares an answer with the intention that asked for it. "Complete" may be said of one that fits, and of no other.
 *
 * @param expected the status that the call gives when all went well
 */
export function fitOf(facts: Facts, purchase: Purchase, expected: "CAPTURED" | "CREATED"): Fit {
  const { status = expected, amount, currency, createdAt, capturedAt } = facts;
  if (status !== expected) return { kind: "misfit", why: `status ${status}` };
  const earliest = purchase.createdAt - CLOCKS_MS;
  for (const moment of [createdAt, capturedAt]) {
    if (moment !== undefined && onOurClock(Date.parse(moment)) < earliest)
      return { kind: "misfit", why: `made at ${moment}` };
  }
  if (currency !== undefined && currency !== purchase.currency)
    return { kind: "price", why: `in ${currency}` };
  if (amount !== undefined && amount !== purchase.amount) return { kind: "price", why: `for ${amount}` };
  const isSaid = amount !== undefined && currency !== undefined && createdAt !== undefined;
  return { kind: isSaid ? "fits" : "silent" };
}

/** What was taken, as an answer says it; undefined when it does not say. */
export function takenOf({ amount, currency, createdAt, capturedAt }: Facts): Taken | undefined {
  const moment = capturedAt ?? createdAt;
  if (amount === undefined || moment === undefined || !isPaymentType(currency)) return undefined;
  return { amount, currency, at: Date.parse(moment) };
}
