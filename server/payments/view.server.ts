import type { CardSetup, PaymentView } from "~/domain/payment-view";
import { env } from "#server/env.server";
import type { CardPayment } from "./payment.server";

/** The part of a payment that its member's browser needs. */
export function viewOf(payment: CardPayment): PaymentView {
  const { transactionId, clientSecret, objectId, name, quantity, amount, currency, state } = payment;
  return {
    transactionId,
    clientSecret,
    objectId,
    name,
    quantity,
    amount,
    currency,
    isInterrupted: state === "interrupted",
    isDropped: state === "dropped",
  };
}

/** How a browser reaches the payment provider; undefined when no key is configured. */
export function cardSetup(): CardSetup | undefined {
  const { stripePublishableKey, stripeJsUrl } = env();
  return stripePublishableKey === undefined
    ? undefined
    : { publishableKey: stripePublishableKey, scriptUrl: stripeJsUrl };
}
