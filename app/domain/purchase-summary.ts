import type { PaymentType } from "./currencies";
import type { PaymentReason } from "./payment-reasons";

/** How a purchase is paid; `order` is a card for an order with delivery. */
export type PurchaseKind = "balance" | "card" | "order";

/** Where a purchase stands; what each means is in docs/purchases.md. */
export type PurchaseState =
  | "asked"
  | "ordered"
  | "open"
  | "submitted"
  | "dropped"
  | "unclear"
  | "mismatch"
  | "paid"
  | "confirming"
  | "captured"
  | "refused"
  | "cancelled"
  | "refunded"
  | "expired";

/** Money that was really taken, as the API or its history says it; never what the form asked for. */
export interface TakenMoney {
  /** Of the whole purchase, in hundredths. */
  amount: number;
  currency: PaymentType;
  /** ISO 8601. */
  at: string;
  /** Of `amount`, what has been given back since, in hundredths. */
  refunded?: number | undefined;
}

/** What a page knows of a purchase. */
export interface PurchaseSummary {
  key: string;
  kind: PurchaseKind;
  state: PurchaseState;
  objectId: number;
  name: string;
  quantity: number;
  /** Of the whole purchase, in hundredths. */
  amount: number;
  currency: PaymentType;
  /** ISO 8601. */
  createdAt: string;
  transactionId?: string | undefined;
  /** Of an order with delivery: "ORDER-…". */
  orderNumber?: string | undefined;
  /** Undefined: nothing was taken, or nobody has said yet how much. */
  taken?: TakenMoney | undefined;
  /** Of `taken` from a balance: the id of the history's line. */
  historyLine?: string | undefined;
  /** Of `cancelled`: the card was declined before. */
  isDeclined?: boolean | undefined;
  /** Of the card intent; this member's own. */
  clientSecret?: string | undefined;
  /** Of `unclear`: the lines of the history that may be it; amounts in whole units. */
  lines?:
    | { id: string; at: string; amount: number; note: string; currency?: PaymentType | undefined }[]
    | undefined;
}

/** One that a card can pay. */
export type CardSummary = PurchaseSummary & { clientSecret: string };

/** Where an intent stands, as the payment provider says it (payment.md, the table). */
export type IntentReading =
  | { kind: "succeeded" }
  | { kind: "processing" }
  /** A card may be entered; `reason` is why the last one was not charged. */
  | { kind: "card"; reason?: PaymentReason }
  /** 3-D Secure is under way. */
  | { kind: "action" }
  | { kind: "canceled" }
  /** It asks for another amount than the member was told: no card may be sent to it. */
  | { kind: "amountChanged" }
  /** Nobody can tell at the moment. */
  | { kind: "unknown" };

/** Where the payment provider's script is, and for whom it works. */
export interface CardSetup {
  publishableKey: string;
  /** Of a script that stands in for the provider's own; loaded before it, and used in its place. */
  scriptUrl?: string | undefined;
}
