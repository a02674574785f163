import { describe, expect, it, test } from "vitest";
import {
  amountSign,
  chooseCurrency,
  chooseDuration,
  chooseEnd,
  chooseTransactionType,
  defaultHistoryFilter,
  type Duration,
  durationOf,
  type HistoryFilter,
  historyQuery,
  isUsualRange,
  readHistoryFilter,
  rowNumber,
  rowRange,
  transactionTypesOf,
} from "~/domain/history-filter";
import { noonish, shownAt, submitted } from "./history-filter-support";

describe("the duration of a range", () => {
  test.each([
    [{}, "WEEK", true],
    [{ from: "2026-11-12", to: "2026-11-19" }, "WEEK", false],
    [{ duration: "MONTH", from: "2026-10-20" }, "MONTH", true],
    [{ duration: "DAY", from: "2026-11-20" }, "DAY", true],
    // "Today" is no other day.
    [{ duration: "DAY", from: "2026-11-19", to: "2026-11-19" }, undefined, false],
    // 27 days are not a week.
    [{ from: "2026-10-24" }, undefined, false],
    [{ duration: "MONTH", from: "2026-10-24" }, undefined, false],
  ] satisfies [Partial<HistoryFilter>, Duration | undefined, boolean][])(
    "with %j is %s, and describes it until today: %s",
    (change, duration, isUsual) => {
      expect(durationOf(shownAt(noonish, change), "2026-11-20")).toBe(duration);
      expect(isUsualRange(shownAt(noonish, change), "2026-11-20")).toBe(isUsual);
    },
  );

  it.each(["WEEK", "MONTH"] as const)(
    "is chosen again as %s when the range has a chosen start",
    (duration) => {
      const shown = shownAt(noonish, { duration, from: "2026-10-24" });
      const { filter } = readHistoryFilter(submitted(shown, { duration }), noonish);
      expect(filter).toEqual(chooseDuration(shown, duration, noonish));
    },
  );
});

describe("the range of a first visit", () => {
  test.each([
    // clock (UTC), from, to
    ["2026-11-20T01:00:00Z", "2026-11-13", "2026-11-20"],
    ["2026-11-20T14:59:59.999Z", "2026-11-13", "2026-11-20"], // 23:59:59.999 in Japan
    ["2026-11-20T15:00:00.000Z", "2026-11-14", "2026-11-21"], // midnight in Japan: the next day
    ["2026-11-19T15:00:00Z", "2026-11-13", "2026-11-20"],
    ["2026-12-31T14:59:59Z", "2026-12-24", "2026-12-31"],
    ["2026-12-31T15:00:00Z", "2026-12-25", "2027-01-01"], // new year in Japan, not yet in UTC
    ["2100-02-28T15:00:00Z", "2100-02-22", "2100-03-01"], // 2100 has no leap day
  ])("at %s is %s to %s", (now, from, to) => {
    expect(defaultHistoryFilter(now)).toEqual({
      currencyType: "soria",
      transactionType: "ALL",
      duration: "WEEK",
      from,
      to,
      page: 1,
      size: 10,
    });
  });
});

describe("choosing a duration recomputes the start", () => {
  test.each<[string, Duration, string, string, string]>([
    // clock, duration, end shown, from, to
    [noonish, "DAY", "2026-11-20", "2026-11-20", "2026-11-20"],
    [noonish, "DAY", "2026-10-01", "2026-11-20", "2026-11-20"], // today only, regardless of the end shown
    ["2026-11-20T15:00:00Z", "DAY", "2026-11-20", "2026-11-21", "2026-11-21"], // the day has changed since
    ["2026-11-20T14:59:59Z", "DAY", "2026-11-20", "2026-11-20", "2026-11-20"],
    [noonish, "WEEK", "2026-11-20", "2026-11-13", "2026-11-20"],
    [noonish, "WEEK", "2026-11-03", "2026-10-27", "2026-11-03"],
    [noonish, "WEEK", "2026-01-03", "2025-12-27", "2026-01-03"],
    [noonish, "WEEK", "2024-03-03", "2024-02-25", "2024-03-03"], // includes 29 February
    [noonish, "WEEK", "2023-03-03", "2023-02-24", "2023-03-03"],
    [noonish, "MONTH", "2026-11-20", "2026-10-20", "2026-11-20"],
    [noonish, "MONTH", "2026-03-31", "2026-02-28", "2026-03-31"], // ends of months
    [noonish, "MONTH", "2024-03-31", "2024-02-29", "2024-03-31"],
    [noonish, "MONTH", "2024-03-29", "2024-02-29", "2024-03-29"],
    [noonish, "MONTH", "2026-03-29", "2026-02-28", "2026-03-29"],
    [noonish, "MONTH", "2026-05-31", "2026-04-30", "2026-05-31"],
    [noonish, "MONTH", "2026-01-15", "2025-12-15", "2026-01-15"],
    [noonish, "MONTH", "2026-01-31", "2025-12-31", "2026-01-31"],
    [noonish, "MONTH", "2024-02-29", "2024-01-29", "2024-02-29"],
  ])("at %s %s with the end %s is %s to %s [A144.1 A144.2 A144.3]", (now, duration, end, from, to) => {
    const shown = shownAt(now, { to: end, from: end, page: 4, size: 30 });
    const expected = { ...shown, duration, from, to, page: 1 };
    expect(chooseDuration(shown, duration, now)).toEqual(expected);
  });
});

describe("choosing an end sets the range", () => {
  test.each<[Duration, string, Duration, string]>([
    // duration before, end chosen, duration after, from
    ["DAY", "2026-11-20", "WEEK", "2026-11-13"],
    ["WEEK", "2026-11-19", "WEEK", "2026-11-12"],
    ["MONTH", "2026-10-31", "MONTH", "2026-09-30"],
  ])("%s with the end %s becomes %s from %s [A143.1 A143.2 A143.3]", (duration, to, after, from) => {
    const shown = shownAt(noonish, { duration, page: 3 });
    expect(chooseEnd(shown, to)).toEqual({ ...shown, duration: after, from, to, page: 1 });
  });
});

describe("choosing a currency resets everything else", () => {
  test.each(["soria", "soria-plus", "point"] as const)("%s [A142.1 A142.2]", (currencyType) => {
    expect(chooseCurrency(currencyType, noonish)).toEqual({
      currencyType,
      transactionType: "ALL",
      duration: "WEEK",
      from: "2026-11-13",
      to: "2026-11-20",
      page: 1,
      size: 10,
    });
  });

  test.each([
    ["soria", ["ALL", "RECHARGE", "REDEEM"]],
    ["soria-plus", ["ALL", "REWARD", "REDEEM"]],
    ["point", ["ALL", "REWARD", "REDEEM"]],
  ] as const)("%s has the types %j", (currency, types) => {
    expect(transactionTypesOf(currency)).toEqual(types);
  });

  it("takes a type that the currency does not have as ALL", () => {
    expect(chooseTransactionType(shownAt(noonish), "REWARD").transactionType).toBe("ALL");
    expect(chooseTransactionType(shownAt(noonish), "RECHARGE").transactionType).toBe("RECHARGE");
  });
});

describe("rows", () => {
  test.each([
    [123, 1, 10, 0, 123],
    [123, 1, 10, 9, 114],
    [123, 13, 10, 2, 1],
    [123, 3, 50, 22, 1],
  ])("of %i on page %i of %i each: row %i has number %i", (total, page, size, index, number) => {
    expect(rowNumber(total, page, size, index)).toBe(number);
  });

  test.each([
    ["REDEEM", "-"],
    ["RECHARGE", "+"],
    ["REWARD", "+"],
  ])("%s has the sign %s", (type, sign) => {
    expect(amountSign(type)).toBe(sign);
  });

  it("asks the API for days, page and size", () => {
    expect(historyQuery(shownAt(noonish))).toEqual({
      currencyType: "soria",
      transactionType: "ALL",
      from: "2026-11-13",
      to: "2026-11-20",
      page: 1,
      size: 10,
    });
  });
});

test("rows are counted down from the total", () => {
  const stats = { total: 123 };
  const items = (count: number) => Array.from({ length: count });
  expect(rowRange({ stats, page: 2, items: items(10) }, 10)).toEqual({ total: 123, from: 113, to: 104 });
  expect(rowRange({ stats, page: 13, items: items(3) }, 10)).toEqual({ total: 123, from: 3, to: 1 });
  // Two rows that could not be read.
  expect(rowRange({ stats, page: 2, items: items(8), gaps: [0, 9] }, 10)).toMatchObject({ to: 104 });
});
