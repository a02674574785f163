import { describe, expect, it } from "vitest";
import { cardFaults, chargeOf, passesLuhn } from "#server/sandbox/stripe/cards";
import { localeOf, messageOf } from "#server/sandbox/stripe/texts";

const NOVEMBER_2026 = Date.UTC(2026, 10, 20);
const good = { number: "4242 4242 4242 4242", expiry: "12 / 34", cvc: "123" };

describe("the faults of a card", () => {
  it.each([
    ["a good card", good, []],
    ["expiry of this month", { ...good, expiry: "11/26" }, []],
    ["short number", { ...good, number: "4242 4242" }, ["incomplete_number"]],
    ["wrong check digit", { ...good, number: "4242424242424241" }, ["invalid_number"]],
    ["too long", { ...good, number: "42424242424242424242" }, ["invalid_number"]],
    ["no expiry", { ...good, expiry: "" }, ["incomplete_expiry"]],
    ["month 13", { ...good, expiry: "13/34" }, ["incomplete_expiry"]],
    ["last month", { ...good, expiry: "10/26" }, ["invalid_expiry_month_past"]],
    ["last year", { ...good, expiry: "12/25" }, ["invalid_expiry_year_past"]],
    ["year far ahead", { ...good, expiry: "12/99" }, ["invalid_expiry_year_past"]],
    ["short cvc", { ...good, cvc: "12" }, ["incomplete_cvc"]],
    ["four-digit cvc of an Amex", { number: "378282246310005", expiry: "12/34", cvc: "1234" }, []],
    [
      "three-digit cvc of an Amex",
      { number: "378282246310005", expiry: "12/34", cvc: "123" },
      ["incomplete_cvc"],
    ],
    [
      "nothing at all",
      { number: "", expiry: "", cvc: "" },
      ["incomplete_number", "incomplete_expiry", "incomplete_cvc"],
    ],
  ])("%s", (_name, card, codes) => {
    expect(cardFaults(card, NOVEMBER_2026).map(({ code }) => code)).toEqual(codes);
  });

  it("knows the Luhn check", () => {
    expect(passesLuhn("")).toBe(false);
    expect(passesLuhn("4242424242424242")).toBe(true);
    expect(passesLuhn("4242424242424243")).toBe(false);
  });
});

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
