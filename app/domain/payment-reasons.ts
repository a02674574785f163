import { ownValue } from "./safe-lookup";

/** Why a card was not charged; keys of the texts `store:reasons.…`. */
export type PaymentReason =
  | "declined"
  | "insufficientFunds"
  | "expired"
  | "cvc"
  | "number"
  | "processing"
  | "authentication"
  | "limit"
  | "currency"
  | "testCard"
  | "invalid";

/**
 * Stripe's decline and error codes on which a member can act. All others are "declined": Stripe advises not to tell the
 * card holder about a lost or stolen card or suspected fraud.
 */
const reasons: Readonly<Record<string, PaymentReason>> = {
  insufficient_funds: "insufficientFunds",
  expired_card: "expired",
  invalid_expiry_month: "expired",
  invalid_expiry_year: "expired",
  incorrect_cvc: "cvc",
  invalid_cvc: "cvc",
  incorrect_number: "number",
  invalid_number: "number",
  processing_error: "processing",
  try_again_later: "processing",
  issuer_not_available: "processing",
  reenter_transaction: "processing",
  rate_limit: "processing",
  authentication_required: "authentication",
  payment_intent_authentication_failure: "authentication",
  card_velocity_exceeded: "limit",
  withdrawal_count_limit_exceeded: "limit",
  currency_not_supported: "currency",
  test_mode_live_card: "testCard",
  live_mode_test_card: "testCard",
};

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
  const own = ownValue(reasons, error.decline_code ?? "") ?? ownValue(reasons, error.code ?? "");
  if (own) return own;
  return error.type === "validation_error" ? "invalid" : "declined";
}
