import type { PaymentType } from "./currencies";
import type { PaymentReason } from "./payment-reasons";

/** Payment method: from a balance, by card, or by card for an order with delivery. */
export const kinds = ["balance", "card", "order"] as const;
export type Kind = (typeof kinds)[number];

export const states = [
  /** Recorded; the response to its first call is not known: not sent yet, in progress, or lost. */
  "asked",
  /** The order with delivery exists and waits for its payment. */
  "ordered",
  /** The card intent exists; no card was submitted to it. */
  "open",
  /** A card was submitted, or is about to be. */
  "submitted",
  /** The member gave up after submitting a card; still checked, because the card may be charged. */
  "dropped",
  /** The history does not identify the purchase unambiguously; the member decides. */
  "unclear",
  /** The API's response does not match the request, so the amount taken is not known. */
  "mismatch",
  /** The provider has the money; the product API has not captured it. */
  "paid",
  /** Captured; the order with delivery is not confirmed. */
  "confirming",
  // End states. `captured`: paid, and the item granted.
  "captured",
  "refused",
  "cancelled",
  "refunded",
  "expired",
] as const;
export type State = (typeof states)[number];

/** The balance around a purchase that it has paid, and their difference, in hundredths, as the history has them. */
export type BalancesAround = Record<"before" | "after" | "taken", number>;

/** Data about a purchase that is sent to the page. */
export interface PurchaseSummary {
  key: string;
  kind: Kind;
  state: State;
  objectId: number;
  name: string;
  quantity: number;
  /** Of the whole purchase, in hundredths. */
  amount: number;
  currency: PaymentType;
  /** ISO 8601. */
  createdAt: string;
  transactionId?: string | undefined;
  /** Only for an order with delivery: "ORDER-…". */
  orderNumber?: string | undefined;
  /**
   * The charge that the API or its history reports, never the amount in the form; `refunded` is a part of `amount`.
   * Undefined if nothing was charged, or the amount is not known yet.
   */
  taken?: { amount: number; currency: PaymentType; at: string; refunded?: number | undefined } | undefined;
  /** Only if `taken` from a balance: id of the history row. */
  historyLine?: string | undefined;
  /** Only for `cancelled`: the card was declined before. */
  isDeclined?: boolean | undefined;
  /** Only for `cancelled`: the money was held or taken before, and was released. */
  isVoided?: boolean | undefined;
  /** The provider's last reading of the intent. */
  reading?: IntentReading | undefined;
  /** Time when the outcome changed after an earlier one, ISO 8601. */
  changedAt?: string | undefined;
  /** Client secret of the PaymentIntent; sent to this member only. */
  clientSecret?: string | undefined;
  /** Only for `unclear`: history rows that may belong to this purchase; amounts in whole units. */
  lines?:
    | { id: string; at: string; amount: number; note: string; currency?: PaymentType | undefined }[]
    | undefined;
}

/** A purchase that can be paid by card. */
export type CardSummary = PurchaseSummary & { clientSecret: string };

/** State of a PaymentIntent, as the payment provider reports it (table in payment.md). */
export type IntentReading =
  | { kind: "succeeded" }
  | { kind: "processing" }
  /** A card may be entered; `reason` says why the last one was not charged. */
  | { kind: "card"; reason?: PaymentReason }
  /** 3-D Secure is in progress. */
  | { kind: "action" }
  | { kind: "canceled" }
  /** The amount differs from what the member confirmed: no card may be submitted. */
  | { kind: "amountChanged" }
  /** The provider cannot be asked at the moment, or returned an unknown status. */
  | { kind: "unknown" };

/** Configuration of the payment provider's script. */
export interface CardSetup {
  publishableKey: string;
  /** URL of a substitute for the provider's script, which replaces it. */
  scriptUrl?: string | undefined;
}
