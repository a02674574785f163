import type { PaymentIntent, Stripe, StripeError } from "@stripe/stripe-js";
import { type PaymentReason, paymentReason } from "~/domain/payment-reasons";
import type { PaymentView } from "~/domain/payment-view";

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

/** What the provider's calls answer: an intent, or an error that may carry one. */
interface IntentResult {
  paymentIntent?: PaymentIntent;
  error?: StripeError;
}

/** What an intent says. */
export function readingOf(intent: PaymentIntent, payment: PaymentView): IntentReading {
  switch (intent.status) {
    case "succeeded":
      return { kind: "succeeded" };
    case "requires_capture":
      // Authorised, and charged by the API's capture: for us the same.
      return { kind: "succeeded" };
    case "processing":
      return { kind: "processing" };
    case "requires_action":
      return { kind: "action" };
    case "canceled":
      return { kind: "canceled" };
    case "requires_payment_method":
      return waitsForCard(intent, payment);
    case "requires_confirmation":
      return waitsForCard(intent, payment);
    default:
      return { kind: "unknown" };
  }
}

function waitsForCard(intent: PaymentIntent, payment: PaymentView): IntentReading {
  if (intent.amount !== payment.amount) return { kind: "amountChanged" };
  const error = intent.last_payment_error;
  return error ? { kind: "card", reason: paymentReason(error) } : { kind: "card" };
}

/** Asks the payment provider where a payment stands. Never throws: what cannot be read is "unknown". */
export async function readIntent(stripe: Stripe, payment: PaymentView): Promise<IntentReading> {
  return readingOfResult(stripe.retrievePaymentIntent(payment.clientSecret), payment);
}

/** The same for the result of any call that answers an intent. */
export async function readingOfResult(
  result: Promise<IntentResult>,
  payment: PaymentView,
): Promise<IntentReading> {
  try {
    const { paymentIntent, error } = await result;
    if (paymentIntent) return readingOf(paymentIntent, payment);
    return error?.payment_intent ? readingOf(error.payment_intent, payment) : { kind: "unknown" };
  } catch {
    // The provider's script answers failures; what it throws is a fault of its own, and tells nothing of the money.
    return { kind: "unknown" };
  }
}
