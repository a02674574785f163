import { ownValue } from "./own-value";

/** Why a card was not charged, as the texts know it (`store:reasons.…`). */
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
 * Stripe's decline codes and error codes that a member can do something about. All others are "declined": a lost
 * or stolen card, or suspected fraud, is not told to whoever holds the card (Stripe's own advice).
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
 * The reason to show for an error of the payment provider, from its decline code or else its code.
 *
 * @param error as Stripe gives it: of a confirmation, or an intent's last error
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
