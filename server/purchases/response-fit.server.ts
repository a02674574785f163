import { isPaymentType } from "~/domain/currencies";
import { onOurClock } from "#server/api/api-clock.server";
import type { PurchaseData } from "#server/wire/store";
import { CLOCKS_MS, type Purchase, type Taken } from "./purchase.server";

/** Payment fields of an API response, of a purchase or of a capture. */
export type Facts = Omit<PurchaseData, "clientSecret" | "transactionId">;

/**
 * - `fits`: the response matches the purchase
 * - `silent`: nothing contradicts, but the API does not state what it took, or when
 * - `price`: only the amount or the currency differs
 * - `misfit`: the response cannot belong to this purchase; `why` is for the log
 */
export type Fit = { kind: "fits" | "silent" } | { kind: "price" | "misfit"; why: string };

/**
 * Compares a response with the purchase that requested it. Only "fits" justifies telling the member "complete".
 *
 * @param isReplay the API repeats its response to the same form, which a lost ledger had sent: it may be of any time,
 * and it proves that the purchase was made, even without its price
 */
export function fitOf(
  facts: Facts,
  purchase: Purchase,
  expected: "CAPTURED" | "CREATED",
  isReplay = false,
): Fit {
  const { status = expected, amount, currency, createdAt, capturedAt } = facts;
  if (status !== expected) return { kind: "misfit", why: `status ${status}` };
  const earliest = purchase.createdAt - CLOCKS_MS;
  for (const moment of isReplay ? [] : [createdAt, capturedAt]) {
    if (moment !== undefined && onOurClock(Date.parse(moment)) < earliest)
      return { kind: "misfit", why: `made at ${moment}` };
  }
  if (currency !== undefined && currency !== purchase.currency)
    return { kind: "price", why: `in ${currency}` };
  if (amount !== undefined && amount !== purchase.amount) return { kind: "price", why: `for ${amount}` };
  const isSaid = amount !== undefined && currency !== undefined && createdAt !== undefined;
  return { kind: isSaid || isReplay ? "fits" : "silent" };
}

/** Returns what was taken according to a response; undefined when it does not state that. */
export function takenOf({ amount, currency, createdAt, capturedAt }: Facts): Taken | undefined {
  const moment = capturedAt ?? createdAt;
  if (amount === undefined || moment === undefined || !isPaymentType(currency)) return undefined;
  return { amount, currency, at: Date.parse(moment) };
}
