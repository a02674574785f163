import { describe, expect, it, test } from "vitest";
import { balanceFields, currencyOf, isCurrency, isPaymentType } from "~/domain/currencies";
import { formatCount, formatHundredths, totalHundredths } from "~/domain/money";

describe("hundredths", () => {
  test.each([
    [0, "0.00"],
    [1, "0.01"],
    [99, "0.99"],
    [100, "1.00"],
    [1050, "10.50"],
    [99_999, "999.99"],
    [100_000, "1,000.00"],
    [123_456_789, "1,234,567.89"],
    [-1, "\u22120.01"],
    [-123_456, "\u22121,234.56"],
    [12.4, "0.12"],
    [Number.MAX_SAFE_INTEGER, "90,071,992,547,409.91"],
    [Number.MAX_SAFE_INTEGER - 1, "90,071,992,547,409.90"],
    [NaN, "-"],
    [Infinity, "-"],
    [undefined, "-"],
    [null, "-"],
    ["100", "-"],
    [{}, "-"],
  ])("%j is %s", (amount, text) => {
    expect(formatHundredths(amount)).toBe(text);
  });
});

describe("totals", () => {
  test.each([
    [100, 1, 100],
    [1234, 3, 3702],
    [0, 5, 0],
    [Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER],
    [3_002_399_751_580_330, 3, 9_007_199_254_740_990],
    [Number.MAX_SAFE_INTEGER, 2, undefined],
    [94_906_267, 94_906_267, undefined],
    [100, 0, undefined],
    [100, -1, undefined],
    [100, 1.5, undefined],
    [-100, 1, undefined],
    [NaN, 1, undefined],
    [100, Infinity, undefined],
    ["100", 1, undefined],
  ])("%j × %j is %j", (amount, quantity, total) => {
    expect(totalHundredths(amount, quantity)).toBe(total);
  });
});

test.each([
  [56_780, "56,780"],
  [0, "0"],
  [-1200, "-1,200"],
  [1234.5, "1,234.5"],
  [1e21, "1,000,000,000,000,000,000,000"],
  [NaN, "-"],
  ["5", "-"],
])("the count %j is %s", (amount, text) => {
  expect(formatCount(amount)).toBe(text);
});

it("knows the currencies and what pays for what", () => {
  expect(isCurrency("soria-plus")).toBe(true);
  expect(isCurrency("SORIA_PLUS")).toBe(false);
  expect(isPaymentType("SORIA_PLUS")).toBe(true);
  expect(isPaymentType(undefined)).toBe(false);
  expect(currencyOf("SORIA_PLUS")).toBe("soria-plus");
  expect(currencyOf("USD")).toBeUndefined();
  expect(balanceFields["soria-plus"]).toBe("soriaPlusAmount");
});
