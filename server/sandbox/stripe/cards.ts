import type texts from "./texts.json";

/** A validation error of a card before it is charged, with Stripe's code. */
interface CardFault {
  field: keyof Card;
  code: keyof (typeof texts)["en"]["faults"];
}

interface Card {
  number: string;
  expiry: string;
  cvc: string;
}

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

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** Returns whether a string of digits passes the Luhn check. */
export function passesLuhn(digits: string): boolean {
  const values = [...digits].reverse().map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1));
  const sum = values.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return digits.length > 0 && sum % 10 === 0;
}

/**
 * Returns the validation errors of a card in field order; empty when it may be charged.
 *
 * @param card `expiry` is "MM / YY", with or without the blanks and the slash
 * @param now epoch ms
 */
export function cardFaults(card: Card, now: number): CardFault[] {
  const faults: CardFault[] = [];
  const number = digitsOf(card.number);
  const isAmex = /^3[47]/.test(number);
  if (number.length < (isAmex ? 15 : 16)) faults.push({ field: "number", code: "incomplete_number" });
  else if (number.length > 19 || !passesLuhn(number))
    faults.push({ field: "number", code: "invalid_number" });

  const expiry = /^(0[1-9]|1[0-2])(\d\d)$/.exec(digitsOf(card.expiry));
  if (!expiry) faults.push({ field: "expiry", code: "incomplete_expiry" });
  else {
    const [year, month] = [2000 + Number(expiry[2]), Number(expiry[1])];
    const [thisYear, thisMonth] = [new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() + 1];
    if (year < thisYear || year > thisYear + 50)
      faults.push({ field: "expiry", code: "invalid_expiry_year_past" });
    else if (year === thisYear && month < thisMonth)
      faults.push({ field: "expiry", code: "invalid_expiry_month_past" });
  }

  if (digitsOf(card.cvc).length !== (isAmex ? 4 : 3)) faults.push({ field: "cvc", code: "incomplete_cvc" });
  return faults;
}

/** Returns the result of charging this number. Others than test numbers are declined, as in Stripe's test mode. */
export const chargeOf = (number: string): Charge =>
  TEST_CARDS[digitsOf(number)] ?? declined("test_mode_live_card");
