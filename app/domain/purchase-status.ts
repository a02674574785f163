import type { IntentReading, PurchaseSummary } from "./purchase-summary";

/**
 * Status that the page of a purchase displays (`store:complete.…Title`): the purchase's state, or the provider's
 * reading while a card is awaited.
 */
export type Status =
  | "done"
  | "refused"
  | "cancelled"
  | "declined"
  | "refunded"
  | "expired"
  | "dropped"
  | "unclear"
  | "unclearOne"
  | "balanceUnknown"
  | "interrupted"
  | "confirming"
  | "ordered"
  | "card"
  | "action"
  | "processing"
  | "amountChanged"
  | "otherAmount"
  | "mismatch"
  | "unknown";

const ofState = {
  captured: "done",
  refused: "refused",
  cancelled: "cancelled",
  refunded: "refunded",
  expired: "expired",
  unclear: "unclear",
  mismatch: "mismatch",
  paid: "interrupted",
  confirming: "confirming",
  ordered: "ordered",
} as const;

/** Returns whether the amount or currency that was charged differs from what the member confirmed. */
export function isTakenOtherwise({ taken, amount, currency, state }: PurchaseSummary): boolean {
  if (!taken || state !== "captured") return false;
  return taken.amount !== amount || taken.currency !== currency;
}

export function statusOf(purchase: PurchaseSummary, reading: IntentReading): Status {
  const { kind, state, isDeclined } = purchase;
  if (isTakenOtherwise(purchase)) return "otherAmount";
  if (state === "cancelled" && isDeclined) return "declined";
  if (state === "unclear" && purchase.lines?.length === 1) return "unclearOne";
  if (state in ofState) return ofState[state as keyof typeof ofState];
  if (state === "asked") return kind === "balance" ? "balanceUnknown" : "ordered";
  if (state === "dropped") return reading.kind === "processing" ? "processing" : "dropped";
  switch (reading.kind) {
    case "card":
    case "action":
    case "processing":
    case "amountChanged":
      return reading.kind;
    case "canceled":
      return "cancelled";
    case "succeeded":
      return "interrupted";
    case "unknown":
      // State `open` proves that no card was submitted.
      return state === "open" ? "card" : "unknown";
  }
}

/** Actions that the page offers for each status. */
export const offers: Record<
  Status,
  readonly ("check" | "drop" | "say" | "refunded" | "contact" | "item" | "history")[]
> = {
  done: ["history"],
  refused: ["item"],
  cancelled: ["item"],
  declined: ["item"],
  refunded: ["history", "item", "contact"],
  expired: ["contact", "item"],
  dropped: ["check", "item"],
  unclear: ["say", "contact"],
  unclearOne: ["say", "contact"],
  balanceUnknown: ["check", "history"],
  interrupted: ["check", "refunded", "contact"],
  confirming: ["check", "contact"],
  ordered: ["drop"],
  card: ["drop"],
  action: ["drop"],
  processing: ["check"],
  amountChanged: ["drop"],
  otherAmount: ["contact"],
  mismatch: ["check", "contact"],
  unknown: ["check", "drop", "contact"],
};
