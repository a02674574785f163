import type { PaymentType } from "./currencies";
import { paymentReason } from "./payment-reasons";
import type { IntentReading } from "./purchase-summary";

/** What is read of the provider's PaymentIntent, in the browser or on the server. */
export interface IntentFacts {
  status: string;
  /** Hundredths. */
  amount: number;
  currency: string;
  last_payment_error?:
    | { code?: string | null | undefined; decline_code?: string | null | undefined }
    | null
    | undefined;
}

/**
 * What an intent says (payment.md, the table). Paid is paid, whatever the amount: only the API can judge it. No card may
 * be sent to one that asks for another amount, or in another currency, than the member was told.
 */
export function readingOf(
  intent: IntentFacts,
  purchase: { amount: number; currency: PaymentType },
): IntentReading {
  switch (intent.status) {
    case "succeeded":
    case "requires_capture":
      // The second is authorised, and charged by the API's capture: for us the same.
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
