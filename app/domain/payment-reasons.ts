/**
 * Stripe's decline and error codes on which a member can act, by reason. All others are "declined": Stripe advises not
 * to tell the card holder about a lost or stolen card or suspected fraud.
 */
const codes = {
  insufficientFunds: ["insufficient_funds"],
  expired: ["expired_card", "invalid_expiry_month", "invalid_expiry_year"],
  cvc: ["incorrect_cvc", "invalid_cvc"],
  number: ["incorrect_number", "invalid_number"],
  processing: [
    "processing_error",
    "try_again_later",
    "issuer_not_available",
    "reenter_transaction",
    "rate_limit",
  ],
  authentication: ["authentication_required", "payment_intent_authentication_failure"],
  limit: ["card_velocity_exceeded", "withdrawal_count_limit_exceeded"],
  currency: ["currency_not_supported"],
  testCard: ["test_mode_live_card", "live_mode_test_card"],
};

/** Why a card was not charged; keys of the texts `store:reasons.…`. */
export type PaymentReason = keyof typeof codes | "declined" | "invalid";

export const isPaymentReason = (word: unknown): word is PaymentReason =>
  word === "declined" || word === "invalid" || (typeof word === "string" && Object.hasOwn(codes, word));

const reasons = new Map<string | undefined, PaymentReason>(
  (Object.keys(codes) as (keyof typeof codes)[]).flatMap((reason) =>
    codes[reason].map((code) => [code, reason] as const),
  ),
);

/**
 * Returns the reason to display for a payment provider's error, from its decline code, else its code.
 *
 * @param error Stripe's error of a confirmation, or an intent's last error
 */
export function paymentReason(error: {
  type?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
}): PaymentReason {
  const own = reasons.get(error.decline_code) ?? reasons.get(error.code);
  return own ?? (error.type === "validation_error" ? "invalid" : "declined");
}
