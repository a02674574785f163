import type { PaymentType } from "./currencies";

/** What a page knows of an unfinished payment by card. */
export interface PaymentView {
  transactionId: string;
  /** Of the card intent; this member's own. */
  clientSecret: string;
  objectId: number;
  name: string;
  quantity: number;
  /** Of the whole purchase, in hundredths. */
  amount: number;
  currency: PaymentType;
  /** Paid, but the capture failed: there is nothing to ask the payment provider any more. */
  isInterrupted: boolean;
  /** Given up by the member. It may have been paid all the same, in another tab that was at it meanwhile. */
  isDropped: boolean;
}

/** Where the payment provider's script is, and for whom it works. */
export interface CardSetup {
  publishableKey: string;
  /** Of a script that stands in for the provider's own; loaded before it, and used in its place. */
  scriptUrl?: string | undefined;
}
