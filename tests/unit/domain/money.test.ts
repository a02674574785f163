import { describe, expect, it, test, vi } from "vitest";
import {
  balanceFields,
  coinOf,
  currencyKeys,
  currencyOf,
  isCardType,
  isCurrency,
  isPaymentType,
} from "~/domain/currencies";
import { checkExchange, exchangeableAmount, quickAmounts, sampleHoldings } from "~/domain/exchange-rules";
import { formatCount, formatHundredths, priceMark, priceOfMark, totalHundredths } from "~/domain/money";
import { formatNumber } from "~/domain/number-format";

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
  ])("%j is %s [A353.1]", (amount, text) => {
    expect(formatHundredths(amount)).toBe(text);
  });
});

describe("totals", () => {
  test.each([
    [100, 1, 100],
    [1234, 3, 3702],
    [0, 5, 0],
    [Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER],
    [1, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [3_002_399_751_580_330, 3, 9_007_199_254_740_990],
    [3_002_399_751_580_331, 3, undefined],
    [Number.MAX_SAFE_INTEGER, 2, undefined],
    [94_906_267, 94_906_267, undefined],
    [100, 0, undefined],
    [100, -1, undefined],
    [100, 1.5, undefined],
    [-100, 1, undefined],
    [24.5, 2, undefined],
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

test.each([
  ["soria", "SORIA", "soria", "soriaAmount"],
  ["soria-plus", "SORIA_PLUS", "soriaPlus", "soriaPlusAmount"],
  ["point", "POINT", "point", "pointAmount"],
] as const)(
  "%s pays for prices in %s, under its own text and from its own balance",
  (currency, type, key, field) => {
    expect([isCurrency(currency), isPaymentType(type), currencyOf(type)]).toEqual([true, true, currency]);
    expect([currencyKeys[currency], balanceFields[currency]]).toEqual([key, field]);
  },
);

it("knows the currencies and what pays for what", () => {
  expect(isCurrency("SORIA_PLUS")).toBe(false);
  expect(isPaymentType(undefined)).toBe(false);
  expect([isPaymentType("USD"), isPaymentType("SGD")]).toEqual([true, true]);
  expect([currencyOf("USD"), currencyOf("SGD")]).toEqual([undefined, undefined]);
  const types = ["USD", "SGD", "SORIA", "POINT", "YEN", "toString"];
  expect(types.filter(isCardType)).toEqual(["USD", "SGD"]);
});

it.each([
  ["SORIA", "coin-soria"],
  ["soria-plus", "coin-soria-plus"],
  ["SORIA_PLUS", "coin-soria-plus"],
  ["Soria Plus", "coin-soria-plus"],
  ["point", "coin-point"],
  ["USD", undefined],
  ["toString", undefined],
  ["", undefined],
])("the coin of %j is the drawing %s", (currency, drawing) => expect(coinOf(currency)).toBe(drawing));

describe("the price that a form sends back", () => {
  test.each([
    [30_000, "SORIA"],
    [0, "POINT"],
    [999_999_999_999_999, "USD"],
  ] as const)("%i %s comes back as it was", (unitAmount, currency) => {
    expect(priceMark(unitAmount, currency)).toBe(`${unitAmount} ${currency}`);
    expect(priceOfMark(priceMark(unitAmount, currency))).toEqual({ unitAmount, currency });
  });
  test.each([
    "",
    "30000",
    "30000 YEN",
    "x30000 USD",
    "30000x USD",
    "1000000000000000 USD",
    "30000USD",
    "null USD",
    " USD",
  ])("%j is none", (mark) => expect(priceOfMark(mark)).toBeUndefined());
});

test("numbers are written as the language has them, each with its own format", () => {
  const written = ["de-DE", "en-US", "de-DE"].map((tag) => formatNumber(1234567, tag));
  expect(written).toEqual(["1.234.567", "1,234,567", "1.234.567"]);
});

test("a format is made once per language and precision", async () => {
  vi.resetModules();
  const { formatNumber: fresh } = await import("~/domain/number-format");
  const made = vi.spyOn(Intl, "NumberFormat");
  expect([fresh(1.23456, "de-DE"), fresh(1.23456, "de-DE"), fresh(1.23456, "de-DE", 1)]).toEqual([
    ...["1,235", "1,235"],
    "1,2",
  ]);
  expect(made).toHaveBeenCalledTimes(2);
  made.mockRestore();
});

test("zero has no sign, and counts have no exponent", () => {
  expect(formatHundredths(-0.4)).toBe("0.00");
  expect(formatCount(-0)).toBe("0");
  expect(formatCount(-1.5e-7)).toBe("-0.00000015");
});

test("what is no text is no currency", () => {
  expect([["soria"], 1, null, undefined].map(isCurrency)).toEqual([false, false, false, false]);
  expect([["USD"], "YEN", 1, null].map(isPaymentType)).toEqual([false, false, false, false]);
});

describe("an amount to exchange", () => {
  test("may be any of the quick ones alone, for a member with the sample's holdings", () => {
    expect(exchangeableAmount(sampleHoldings.soria)).toBe(1_000);
    expect(quickAmounts.map((amount) => checkExchange(String(amount), sampleHoldings.soria))).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
  });
});
