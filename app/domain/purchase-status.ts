import type { IntentReading, PurchaseSummary } from "./purchase-summary";

/** What is known about the money: not charged, unknown, charged, or refunded. */
export type MoneyLine = "none" | "unknown" | "taken" | "returned";

/** Actions on the page of a purchase, in the order of their buttons. */
type Offers = readonly ("check" | "drop" | "say" | "refunded" | "contact" | "item" | "again" | "history")[];

/**
 * What a purchase means for closing the account. It "blocks" while money may be on its way; it is cancelled with a
 * warning while nothing was taken; "free": it has ended.
 */
export type Closing = "free" | "warns" | "blocks";

/**
 * What a purchase's page, My purchases, the CSV and the page that closes the account say, in one table.
 * `dropped` and `expired` are "unknown", not "none": a card may have been submitted, and no confirmation exists that it
 * was not charged. `done` and `partRefunded` also show the receipt.
 */
const table = {
  done: { money: "taken", closing: "free", picture: "confirming", offers: ["history"] },
  partRefunded: { money: "taken", closing: "free", picture: "refunded", offers: ["contact"] },
  otherAmount: { money: "taken", closing: "free", picture: "price-changed", offers: ["contact"] },
  interrupted: {
    money: "taken",
    closing: "blocks",
    picture: "confirming",
    offers: ["check", "refunded", "contact"],
  },
  confirming: { money: "taken", closing: "blocks", picture: "confirming", offers: ["check", "contact"] },
  refunded: {
    money: "returned",
    closing: "free",
    picture: "refunded",
    offers: ["history", "again", "contact"],
  },
  voided: { money: "none", closing: "free", picture: "refunded", offers: ["again", "contact"] },
  refused: { money: "none", closing: "free", picture: "given-up", offers: ["again"] },
  cancelled: { money: "none", closing: "free", picture: "given-up", offers: ["again"] },
  declined: { money: "none", closing: "free", picture: "declined", offers: ["again"] },
  ordered: { money: "none", closing: "warns", picture: "order-waits", offers: ["drop"] },
  notBegun: { money: "none", closing: "warns", picture: "given-up", offers: ["item", "drop"] },
  card: { money: "none", closing: "warns", picture: "order-waits", offers: ["drop"] },
  cardDeclined: { money: "none", closing: "warns", picture: "declined", offers: ["drop"] },
  action: { money: "none", closing: "blocks", picture: "waiting", offers: ["drop"] },
  amountChanged: { money: "none", closing: "warns", picture: "price-changed", offers: ["drop"] },
  dropped: { money: "unknown", closing: "blocks", picture: "given-up", offers: ["check", "again"] },
  expired: { money: "unknown", closing: "free", picture: "given-up", offers: ["contact", "again"] },
  processing: { money: "unknown", closing: "blocks", picture: "waiting", offers: ["check"] },
  unclearOne: { money: "unknown", closing: "blocks", picture: "unknown", offers: ["say", "contact"] },
  unclear: { money: "unknown", closing: "blocks", picture: "unknown", offers: ["say", "contact"] },
  balanceUnknown: { money: "unknown", closing: "blocks", picture: "unknown", offers: ["check", "history"] },
  mismatch: { money: "unknown", closing: "blocks", picture: "unknown", offers: ["check", "contact"] },
  unknown: { money: "unknown", closing: "blocks", picture: "unknown", offers: ["check", "drop", "contact"] },
} as const satisfies Record<string, { money: MoneyLine; closing: Closing; picture: string; offers: Offers }>;

/**
 * Status that the page of a purchase displays (`store:complete.…Title`): the purchase's state, or the provider's
 * reading while a card is awaited.
 */
export type Status = keyof typeof table;

/** `picture`: in public/art/states. */
export interface StatusLook {
  money: MoneyLine;
  closing: Closing;
  picture: (typeof table)[Status]["picture"];
  offers: Offers;
}

export const outcomes: Record<Status, StatusLook> = table;

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
export function isTakenOtherwise({
  taken,
  amount,
  currency,
  state,
}: Pick<PurchaseSummary, "amount" | "state"> & {
  currency: string;
  taken?: { amount: number; currency: string } | undefined;
}): boolean {
  if (!taken || state !== "captured") return false;
  return taken.amount !== amount || taken.currency !== currency;
}

/** @param fresh the provider's reading for this request; without one the last reading of the record counts */
export function statusOf(purchase: PurchaseSummary, fresh?: IntentReading): Status {
  const { kind, state, isDeclined, isVoided, taken } = purchase;
  const isRead = fresh !== undefined && fresh.kind !== "unknown";
  const reading = isRead ? fresh : (purchase.reading ?? { kind: "unknown" as const });
  if (state === "captured" && taken?.refunded !== undefined) return "partRefunded";
  if (isTakenOtherwise(purchase)) return "otherAmount";
  if (state === "cancelled" && isVoided) return "voided";
  if (state === "cancelled" && isDeclined) return "declined";
  if (state === "unclear" && purchase.lines?.length === 1) return "unclearOne";
  if (state in ofState) return ofState[state as keyof typeof ofState];
  if (state === "asked")
    return kind === "balance" ? "balanceUnknown" : kind === "card" ? "notBegun" : "ordered";
  if (state === "dropped") return reading.kind === "processing" ? "processing" : "dropped";
  // State `open` proves that no card was submitted.
  if (state === "open" && !isRead) return "card";
  switch (reading.kind) {
    case "card":
      return reading.reason === undefined ? "card" : "cardDeclined";
    case "action":
    case "processing":
    case "amountChanged":
      return reading.kind;
    case "canceled":
      return "cancelled";
    case "succeeded":
      return "interrupted";
    case "unknown":
      return state === "open" ? "card" : "unknown";
  }
}

/** Returns the card's refusal that a status of "cardDeclined" names. */
export function declineReasonOf(purchase: PurchaseSummary, fresh?: IntentReading) {
  const reading = fresh === undefined || fresh.kind === "unknown" ? purchase.reading : fresh;
  return reading?.kind === "card" ? reading.reason : undefined;
}
