import { formatCount } from "~/domain/money";
import type { PurchaseSummary } from "~/domain/purchase-summary";
import { amountText } from "~/i18n/amount-text";
import { dynamicKey } from "~/i18n/dynamic";

type InquiredPayment = Pick<
  PurchaseSummary,
  "transactionId" | "objectId" | "name" | "quantity" | "amount" | "currency"
>;

/** Returns the prefilled inquiry about a payment that was charged and not finished (docs/specification/payment.md). */
export function paymentInquiry(t: unknown, payment: InquiredPayment): { subject: string; message: string } {
  const { transactionId = "", objectId, name, quantity, amount, currency } = payment;
  const price = amountText(t, amount, currency);
  return {
    subject: dynamicKey(t, "store:support.subject", { transactionId }),
    message: dynamicKey(t, "store:support.message", {
      ...{ transactionId, objectId, name, price },
      quantity: formatCount(quantity),
    }),
  };
}
