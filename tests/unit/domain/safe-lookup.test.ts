import { expect, test } from "vitest";
import { ownValue } from "~/domain/safe-lookup";
import { paymentReason } from "~/domain/payment-reasons";

const common = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"];

test.each(common)("a table has nothing under %s, which every object has", (key) => {
  expect(ownValue({ a: 1 }, key)).toBeUndefined();
  expect(ownValue({ a: 1 }, "a")).toBe(1);
  expect(paymentReason({ decline_code: key, code: key })).toBe("declined");
});
