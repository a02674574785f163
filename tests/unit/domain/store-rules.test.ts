import { describe, expect, it } from "vitest";
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
