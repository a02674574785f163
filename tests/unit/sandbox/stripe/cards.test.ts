import { describe, expect, it } from "vitest";
import { chargeOf } from "#server/sandbox/stripe/cards";
import { localeOf, messageOf } from "#server/sandbox/stripe/texts";

const declined = (decline_code: string) => ({
  status: "requires_payment_method",
  error: { type: "card_error", code: "card_declined", decline_code },
});

describe("what a test number leads to", () => {
  it.each([
    ["4242 4242 4242 4242", { status: "succeeded" }],
    ["4000 0000 0000 0002", declined("generic_decline")],
    ["4000 0000 0000 9995", declined("insufficient_funds")],
    ["4000 0025 0000 3155", { status: "requires_action" }],
    ["4000 0000 0000 0077", { status: "processing" }],
    ["4111 1111 1111 1111", declined("test_mode_live_card")],
  ])("%s", (number, outcome) => expect(chargeOf(number)).toEqual(outcome));
});

it("speaks the four languages, and English for others", () => {
  expect([localeOf("ja"), localeOf("ko-KR"), localeOf("zh"), localeOf("fr"), localeOf(undefined)]).toEqual([
    "ja",
    "ko",
    "zh",
    "en",
    "en",
  ]);
  expect(messageOf("en", "card_declined", "insufficient_funds")).toBe("Your card has insufficient funds.");
  expect(messageOf("en", "card_declined", "unheard_of")).toBe("Your card was declined.");
});
