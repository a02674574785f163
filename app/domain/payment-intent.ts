import type { PaymentType } from "./currencies";
import { paymentReason } from "./payment-reasons";
import type { IntentReading } from "./purchase-summary";

/** The part of Stripe's PaymentIntent that this site reads, in the browser or on the server. */
export interface IntentFacts {
  status: string;
  /** In hundredths. */
  amount: number;
  currency: string;
  last_payment_error?:
    | { code?: string | null | undefined; decline_code?: string | null | undefined }
    | null
    | undefined;
}

/**
 * Interprets an intent (table in payment.md). A successful payment counts whatever its amount: only the API can judge
 * that. No card may be submitted to an intent whose amount or currency differs from what the member confirmed.
 */
export function paymentStateOf(
  intent: IntentFacts,
  purchase: { amount: number; currency: PaymentType },
): IntentReading {
  switch (intent.status) {
    case "succeeded":
    case "requires_capture":
      // requires_capture: the card is authorised, and the API captures later. For this site that is the same as paid.
      return { kind: "succeeded" };
    case "processing":
      return { kind: "processing" };
    case "requires_action":
      return { kind: "action" };
    case "canceled":
      return { kind: "canceled" };
    case "requires_payment_method":
    case "requires_confirmation":
      return waitsForCard(intent, purchase);
    default:
      return { kind: "unknown" };
  }
}

function waitsForCard(
  { amount, currency, last_payment_error: error }: IntentFacts,
  purchase: { amount: number; currency: PaymentType },
): IntentReading {
  if (amount !== purchase.amount || currency.toUpperCase() !== purchase.currency) {
    return { kind: "amountChanged" };
  }
  if (!error) return { kind: "card" };
  const [code, decline_code] = [error.code ?? undefined, error.decline_code ?? undefined];
  return { kind: "card", reason: paymentReason({ code, decline_code }) };
}
