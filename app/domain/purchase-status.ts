import type { IntentReading, PurchaseSummary } from "./purchase-summary";

/** What is known about the money: not charged, unknown, charged, or refunded. */
export type MoneyLine = "none" | "unknown" | "taken" | "returned";

/** Actions on the page of a purchase, in the order of their buttons. */
type Offers = readonly ("check" | "drop" | "say" | "refunded" | "contact" | "item" | "history")[];

/**
 * `dropped` and `expired` are "unknown", not "none": a card may have been submitted, and no confirmation exists that it
 * was not charged. `done` also has the hand-over picture in the page's head.
 */
const table = {
  done: { money: "taken", picture: "confirming", offers: ["history"] },
  otherAmount: { money: "taken", picture: "price-changed", offers: ["contact"] },
  interrupted: { money: "taken", picture: "confirming", offers: ["check", "refunded", "contact"] },
  confirming: { money: "taken", picture: "confirming", offers: ["check", "contact"] },
  refunded: { money: "returned", picture: "refunded", offers: ["history", "item", "contact"] },
  refused: { money: "none", picture: "given-up", offers: ["item"] },
  cancelled: { money: "none", picture: "given-up", offers: ["item"] },
  declined: { money: "none", picture: "declined", offers: ["item"] },
  ordered: { money: "none", picture: "order-waits", offers: ["drop"] },
  card: { money: "none", picture: "order-waits", offers: ["drop"] },
  action: { money: "none", picture: "waiting", offers: ["drop"] },
  amountChanged: { money: "none", picture: "price-changed", offers: ["drop"] },
  dropped: { money: "unknown", picture: "given-up", offers: ["check", "item"] },
  expired: { money: "unknown", picture: "given-up", offers: ["contact", "item"] },
  processing: { money: "unknown", picture: "waiting", offers: ["check"] },
  unclearOne: { money: "unknown", picture: "unknown", offers: ["say", "contact"] },
  unclear: { money: "unknown", picture: "unknown", offers: ["say", "contact"] },
  balanceUnknown: { money: "unknown", picture: "unknown", offers: ["check", "history"] },
  mismatch: { money: "unknown", picture: "unknown", offers: ["check", "contact"] },
  unknown: { money: "unknown", picture: "unknown", offers: ["check", "drop", "contact"] },
} as const satisfies Record<string, { money: MoneyLine; picture: string; offers: Offers }>;

/**
 * Status that the page of a purchase displays (`store:complete.…Title`): the purchase's state, or the provider's
 * reading while a card is awaited.
 */
export type Status = keyof typeof table;

/** `picture`: in public/art/states. */
type Outcome = { money: MoneyLine; picture: (typeof table)[Status]["picture"]; offers: Offers };

export const outcomes: Record<Status, Outcome> = table;

/** @param isCardRefused the last card was declined, and another one may be entered */
export function outcomeOf(status: Status, isCardRefused = false): Outcome {
  const outcome = outcomes[status];
  return status === "card" && isCardRefused ? { ...outcome, picture: "declined" } : outcome;
}

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
