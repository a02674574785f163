/** An error of the payment provider, with Stripe's codes. */
export interface IntentError {
  type: "card_error" | "invalid_request_error";
  code: string;
  decline_code?: string;
}

/** Result of charging a card: the next status of its intent. */
export type Charge =
  | { status: "succeeded" | "requires_action" | "processing" }
  | { status: "requires_payment_method"; error: IntentError };

const refused = (code: string, decline_code?: string): Charge => ({
  status: "requires_payment_method",
  error: { type: "card_error", code, ...(decline_code && { decline_code }) },
});
const declined = (declineCode: string) => refused("card_declined", declineCode);

/** Stripe's test card numbers. Unlike Stripe's, 0077 stays in processing for a while, so that the site can show it. */
const TEST_CARDS: Readonly<Record<string, Charge>> = {
  "4242424242424242": { status: "succeeded" },
  "4000056655665556": { status: "succeeded" },
  "5555555555554444": { status: "succeeded" },
  "5200828282828210": { status: "succeeded" },
  "378282246310005": { status: "succeeded" },
  "3566002020360505": { status: "succeeded" },
  "4000002500003155": { status: "requires_action" },
  "4000000000000077": { status: "processing" },
  "4000000000000002": declined("generic_decline"),
  "4000000000009995": declined("insufficient_funds"),
  "4000000000009987": declined("lost_card"),
  "4000000000009979": declined("stolen_card"),
  "4000000000000069": refused("expired_card"),
  "4000000000000127": refused("incorrect_cvc"),
  "4000000000000119": refused("processing_error"),
};

/** Returns the result of charging this number. Others than test numbers are declined, as in Stripe's test mode. */
export const chargeOf = (number: string): Charge =>
  TEST_CARDS[number.replace(/\D/g, "")] ?? declined("test_mode_live_card");
