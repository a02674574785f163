import { describe, expect, it } from "vitest";
import { readPhone, readPostalCode } from "~/domain/address-rules";
import { formatHundredths, totalHundredths } from "~/domain/money";
import { paymentReason } from "~/domain/payment-reasons";
import { MAX_QUANTITY, readQuantity, stepQuantity } from "~/domain/quantity";

describe("a quantity", () => {
  it.each([
    ["1", 1],
    [" 12 ", 12],
    ["００３", 3],
    ["0007", 7],
    ["999999999999", 999_999_999_999],
    ["0", undefined],
    ["-1", undefined],
    ["1.5", undefined],
    ["1e3", undefined],
    ["", undefined],
    ["9999999999999", undefined],
    [undefined, undefined],
    [3, undefined],
  ])("%j is %j", (raw, quantity) => expect(readQuantity(raw)).toBe(quantity));
});

describe("one more, one less", () => {
  it.each([
    ["1", 1, "2"],
    ["2", -1, "1"],
    ["1", -1, "1"],
    ["９", 1, "10"],
    ["abc", 1, "2"],
    ["0", -1, "1"],
    [`${MAX_QUANTITY}`, 1, `${MAX_QUANTITY}`],
  ])("%s and %d is %s", (raw, by, after) => {
    expect(String(stepQuantity(raw, by))).toBe(after);
    expect(readQuantity(after)).toBe(Number(after));
  });
});

describe("price and total, up to the largest safe integer", () => {
  const largest = Number.MAX_SAFE_INTEGER;
  it.each([
    [0, "0.00"],
    [5, "0.05"],
    [2400, "24.00"],
    [123456789, "1,234,567.89"],
    [largest, "90,071,992,547,409.91"],
    [largest - 1, "90,071,992,547,409.90"],
    [null, "-"],
    [Number.NaN, "-"],
    ["2400", "-"],
  ])("%j is %j", (amount, text) => expect(formatHundredths(amount)).toBe(text));
  it.each([
    [2400, 1, 2400],
    [2400, 3, 7200],
    [1, largest, largest],
    [largest, 1, largest],
    [largest, 2, undefined],
    [3_002_399_751_580_330, 3, 9_007_199_254_740_990],
    [3_002_399_751_580_331, 3, undefined],
    [2400, 0, undefined],
    [2400, 1.5, undefined],
    [null, 1, undefined],
    [24.5, 2, undefined],
  ])("%j × %j is %j", (amount, quantity, total) => expect(totalHundredths(amount, quantity)).toBe(total));
});

describe("why a card was not charged", () => {
  it.each([
    [{ type: "card_error", code: "card_declined", decline_code: "generic_decline" }, "declined"],
    [{ type: "card_error", code: "card_declined", decline_code: "insufficient_funds" }, "insufficientFunds"],
    [{ type: "card_error", code: "card_declined", decline_code: "lost_card" }, "declined"],
    [{ type: "card_error", code: "card_declined", decline_code: "fraudulent" }, "declined"],
    [{ type: "card_error", code: "expired_card" }, "expired"],
    [{ type: "card_error", code: "incorrect_cvc" }, "cvc"],
    [{ type: "card_error", code: "processing_error" }, "processing"],
    [{ type: "invalid_request_error", code: "payment_intent_authentication_failure" }, "authentication"],
    [{ type: "validation_error", code: "incomplete_number" }, "invalid"],
    [{ type: "card_error" }, "declined"],
    [{}, "declined"],
  ])("%j is %s", (error, reason) => expect(paymentReason(error)).toBe(reason));
});

describe("the order form", () => {
  it.each([
    ["1000001", "100-0001"],
    ["１００－０００１", "100-0001"],
    ["〒100-0001", "100-0001"],
    ["238823", "238823"],
    ["sw1a 1aa", "SW1A 1AA"],
    ["K1A 0B1", "K1A 0B1"],
    ["1", undefined],
    ["abc", undefined],
    ["100-0001<script>", undefined],
  ])("takes the postal code %j as %j", (raw, code) => expect(readPostalCode(raw)).toBe(code));

  it.each([
    ["090-1234-5678", "09012345678"],
    ["０９０ー１２３４ー５６７８", "09012345678"],
    ["+65 8123 4567", "+6581234567"],
    ["(03) 1234-5678", "0312345678"],
    ["12345", undefined],
    ["1234567890123456", undefined],
    ["call me", undefined],
  ])("takes the phone number %j as %j", (raw, phone) => expect(readPhone(raw)).toBe(phone));
});
