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
  historySearch,
  isUsualRange,
  readHistoryFilter,
  REFUSED,
  refusedSearch,
  rowNumber,
  rowRange,
  shownField,
  transactionTypesOf,
} from "~/domain/history-filter";

/** 10:00 in Japan. */
const noonish = "2026-11-20T01:00:00Z";

/** Returns the default filter of that day with some fields changed. */
function shownAt(now: string, change: Partial<HistoryFilter> = {}): HistoryFilter {
  return { ...defaultHistoryFilter(now), ...change };
}

/** Returns the submitted form: the filter shown, the visitor's changes, and the hidden `shown` field. */
function submitted(shown: HistoryFilter, choice: Record<string, string>): URLSearchParams {
  const { page: _page, duration, ...others } = historySearch(shown);
  const isChecked = durationOf(shown, "2026-11-20") !== undefined;
  const fields = { ...others, ...(isChecked && { duration }) };
  return new URLSearchParams({ ...fields, ...choice, shown: shownField(shown, "2026-11-20") });
}

describe("a range that its duration describes", () => {
  test.each([
    [{}, true],
    [{ duration: "MONTH", from: "2026-10-20" }, true],
    [{ duration: "DAY", from: "2026-11-20" }, true],
    [{ from: "2026-11-01" }, false],
    [{ from: "2026-11-12", to: "2026-11-19" }, false],
  ] satisfies [Partial<HistoryFilter>, boolean][])("with %j is %s", (change, expected) => {
    expect(isUsualRange(shownAt(noonish, change), "2026-11-20")).toBe(expected);
  });
});

describe("the duration of a range", () => {
  test.each([
    [{}, "WEEK"],
    [{ from: "2026-11-12", to: "2026-11-19" }, "WEEK"],
    [{ duration: "MONTH", from: "2026-10-20" }, "MONTH"],
    [{ duration: "DAY", from: "2026-11-20" }, "DAY"],
    // "Today" is no other day.
    [{ duration: "DAY", from: "2026-11-19", to: "2026-11-19" }, undefined],
    // 27 days are not a week.
    [{ from: "2026-10-24" }, undefined],
    [{ duration: "MONTH", from: "2026-10-24" }, undefined],
  ] satisfies [Partial<HistoryFilter>, Duration | undefined][])("with %j is %s", (change, expected) => {
    expect(durationOf(shownAt(noonish, change), "2026-11-20")).toBe(expected);
  });

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
    ["2024-03-01T00:00:00Z", "2024-02-23", "2024-03-01"], // includes a leap day
    ["2023-03-01T00:00:00Z", "2023-02-22", "2023-03-01"],
    ["2024-02-28T15:00:00Z", "2024-02-22", "2024-02-29"], // the leap day starts
    ["2024-02-29T15:00:00Z", "2024-02-23", "2024-03-01"],
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
    ["DAY", "2026-03-01", "WEEK", "2026-02-22"],
    ["DAY", "2024-03-01", "WEEK", "2024-02-23"],
    ["WEEK", "2026-11-19", "WEEK", "2026-11-12"],
    ["WEEK", "2026-01-01", "WEEK", "2025-12-25"],
    ["WEEK", "2024-02-29", "WEEK", "2024-02-22"],
    ["MONTH", "2026-10-31", "MONTH", "2026-09-30"],
    ["MONTH", "2026-03-30", "MONTH", "2026-02-28"],
    ["MONTH", "2024-03-30", "MONTH", "2024-02-29"],
    ["MONTH", "2026-01-31", "MONTH", "2025-12-31"],
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

describe("the form, sent without a script", () => {
  const long = {
    from: "2026-08-01",
    to: "2026-09-01",
    duration: "MONTH",
    size: 30,
    transactionType: "REDEEM",
  } as const;

  test.each<[string, Partial<HistoryFilter>, Record<string, string>, Partial<HistoryFilter>]>([
    ["nothing moved", long, {}, {}],
    ["nothing moved of a range that no duration gives", { from: "2026-11-02" }, {}, {}],
    ["another currency [A142.1 A142.2]", long, { currencyType: "point" }, chooseCurrency("point", noonish)],
    [
      "another currency and one of its types",
      long,
      { currencyType: "point", transactionType: "REWARD" },
      { ...chooseCurrency("point", noonish), transactionType: "REWARD" },
    ],
    [
      "another currency and a type that it lacks",
      {},
      { currencyType: "point", transactionType: "RECHARGE" },
      chooseCurrency("point", noonish),
    ],
    ["another type", long, { transactionType: "RECHARGE" }, { transactionType: "RECHARGE" }],
    ["WEEK [A144.2]", long, { duration: "WEEK" }, { duration: "WEEK", from: "2026-08-25" }],
    ["DAY [A144.1]", long, { duration: "DAY" }, { duration: "DAY", from: "2026-11-20", to: "2026-11-20" }],
    ["MONTH [A144.3]", {}, { duration: "MONTH" }, { duration: "MONTH", from: "2026-10-20" }],
    ["another end [A143.3]", long, { to: "2026-07-31" }, { from: "2026-06-30", to: "2026-07-31" }],
    ["another end under WEEK [A143.2]", {}, { to: "2026-11-10" }, { from: "2026-11-03", to: "2026-11-10" }],
    [
      "another end under DAY [A143.1]",
      { duration: "DAY", from: "2026-11-20" },
      { to: "2026-11-10" },
      { duration: "WEEK", from: "2026-11-03", to: "2026-11-10" },
    ],
    ["another start", {}, { from: "2026-11-01" }, { from: "2026-11-01" }],
    ["both ends", {}, { from: "2026-01-01", to: "2026-06-30" }, { from: "2026-01-01", to: "2026-06-30" }],
    ["another size", long, { size: "50" }, { size: 50 }],
    ["a size that is not offered", long, { size: "1000" }, {}],
    [
      "the end today",
      { from: "2026-11-03", to: "2026-11-10" },
      { to: "2026-11-20" },
      { from: "2026-11-13", to: "2026-11-20" },
    ],
  ])("%s", (_name, before, choice, change) => {
    const shown = shownAt(noonish, before);
    const reading = readHistoryFilter(submitted(shown, choice), noonish);
    expect(reading).toEqual({ filter: { ...shown, ...change }, fromForm: true });
  });

  test.each([
    ["2026-11-20T14:59:59Z", { to: "2026-11-21" }, "future"], // one second before the 21st starts in Japan
    ["2026-11-20T01:00:00Z", { to: "2026-11-21" }, "future"],
    ["2026-11-20T01:00:00Z", { to: "2030-01-01" }, "future"],
    ["2026-11-20T01:00:00Z", { from: "2026-11-21" }, "future"],
    ["2026-11-20T01:00:00Z", { from: "2026-11-21", to: "2026-11-22" }, "future"],
    ["2026-11-20T01:00:00Z", { to: "2026-02-29" }, "unreadable"],
    ["2026-11-20T01:00:00Z", { to: "" }, "unreadable"],
    ["2026-11-20T01:00:00Z", { to: "20/11/2026" }, "unreadable"],
    ["2026-11-20T01:00:00Z", { from: "yesterday" }, "unreadable"],
    ["2026-11-20T01:00:00Z", { from: "2026-11-02", to: "2026-11-01" }, "order"],
  ])("at %s %j is refused (%s) and the range stays [A187.3]", (now, choice, problem) => {
    const shown = shownAt(now, { from: "2026-10-01", to: "2026-10-31", duration: "MONTH" });
    const { filter, problem: found } = readHistoryFilter(submitted(shown, choice), now);
    expect(found).toBe(problem);
    expect(filter).toEqual(shown);
  });

  it("takes the 21st from the moment it begins in Japan", () => {
    const shown = shownAt("2026-11-20T14:59:00Z");
    const reading = readHistoryFilter(submitted(shown, { to: "2026-11-21" }), "2026-11-20T15:00:00Z");
    expect(reading).toMatchObject({ filter: { from: "2026-11-14", to: "2026-11-21" } });
    expect(reading.problem).toBeUndefined();
  });

  test.each(["", "nonsense", "soria ALL WEEK 2026-11-13", "soria ALL WEEK 2026-11-13 2030-01-01 10"])(
    "a hidden field that says %j is no hidden field",
    (shown) => {
      const reading = readHistoryFilter(new URLSearchParams({ shown, duration: "MONTH" }), noonish);
      // The field must still be removed from the URL.
      expect(reading).toMatchObject({ fromForm: true, filter: { duration: "MONTH", from: "2026-10-20" } });
    },
  );
});

describe("the filter of the history, read from an address", () => {
  test.each<[string, Partial<HistoryFilter>]>([
    ["", {}],
    ["currencyType=point", { currencyType: "point" }],
    ["currencyType=gold", {}],
    ["transactionType=REWARD", {}],
    ["currencyType=point&transactionType=REWARD", { currencyType: "point", transactionType: "REWARD" }],
    ["duration=DAY", { duration: "DAY", from: "2026-11-20" }],
    ["duration=MONTH", { duration: "MONTH", from: "2026-10-20" }],
    ["duration=YEAR", {}],
    ["duration=MONTH&to=2026-03-31", { duration: "MONTH", from: "2026-02-28", to: "2026-03-31" }],
    ["from=2026-01-01&to=2026-11-20", { from: "2026-01-01" }],
    ["from=&to=", {}],
    ["page=3&size=50", { page: 3, size: 50 }],
    ["page=-1&size=11", {}],
    ["page=1e3&size=10.0", {}],
    ["page=NaN", {}],
  ])("?%s", (search, change) => {
    const reading = readHistoryFilter(new URLSearchParams(search), noonish);
    expect(reading).toEqual({ filter: shownAt(noonish, change), fromForm: false });
  });

  test.each([
    ["to=2026-11-21", "future"],
    ["from=2026-11-21&to=2026-11-30", "future"],
    ["from=2026-11-20&to=2026-11-19", "order"],
    ["to=2026-13-01", "unreadable"],
  ] as const)("?%s is refused (%s), and the range is the duration's [A187.3]", (search, problem) => {
    const reading = readHistoryFilter(new URLSearchParams(search), noonish);
    expect(reading).toEqual({ filter: shownAt(noonish), problem, fromForm: false });
  });

  it("is read back as it was written", () => {
    const filter = shownAt(noonish, { currencyType: "soria-plus", from: "2026-01-01", page: 7, size: 20 });
    const reading = readHistoryFilter(new URLSearchParams(historySearch(filter)), noonish);
    expect(reading).toEqual({ filter, fromForm: false });
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
  expect(rowRange(123, 2, 10, 10)).toEqual({ total: 123, from: 113, to: 104 });
  expect(rowRange(123, 13, 10, 3)).toEqual({ total: 123, from: 3, to: 1 });
});

describe("a refused date", () => {
  const read = (search: string) => readHistoryFilter(new URLSearchParams(search), noonish);
  it("stands in the address once, and is read from it", () => {
    expect(REFUSED).toBe("refused");
    expect(refusedSearch("order")).toEqual({ refused: "order" });
    expect(refusedSearch(undefined)).toEqual({});
    expect(read("refused=order").problem).toBe("order");
    expect(read("refused=nonsense")).not.toHaveProperty("problem");
    expect(read("")).not.toHaveProperty("problem");
  });
  const shown = "soria ALL MONTH 2026-10-20 2026-11-20 10";
  const sent = (fields: string, of = shown) => read(`shown=${encodeURIComponent(of)}&${fields}`);
  it("leaves the range, also when only one of two is refused", () => {
    for (const fields of [
      "from=2026-11-21",
      "to=2027-01-01",
      "to=2026-11-01&from=nonsense",
      "to=nonsense&from=2026-11-01",
      "to=2026-11-21&from=2026-11-01",
    ]) {
      const { filter, problem } = sent(fields);
      expect(problem, fields).toBeDefined();
      expect([filter.from, filter.to], fields).toEqual(["2026-10-20", "2026-11-20"]);
    }
  });
  it("leaves all that the form does not send", () => {
    expect(read(`shown=${encodeURIComponent("point REWARD DAY 2026-11-01 2026-11-19 20")}`)).toStrictEqual({
      filter: {
        ...{ currencyType: "point", transactionType: "REWARD", duration: "DAY" },
        ...{ from: "2026-11-01", to: "2026-11-19", page: 1, size: 20 },
      },
      fromForm: true,
    });
  });
  it("is none where both days are the same", () => {
    expect(sent("from=2026-11-20").problem).toBeUndefined();
    expect(sent("from=2026-11-20").filter.from).toBe("2026-11-20");
  });
  it.each([
    "yen ALL MONTH 2026-10-20 2026-11-20 10",
    "soria NONE MONTH 2026-10-20 2026-11-20 10",
    "soria ALL 9Y 2026-10-20 2026-11-20 10",
    "soria ALL MONTH 2026-10-20 2026-11-20 7",
    "soria ALL MONTH 2026-11-20 2026-10-20 10",
    "soria ALL MONTH 20 2026-11-20 10",
    "soria ALL MONTH",
    "",
  ])("a form that showed %j is read as an address", (of) => {
    expect(sent("size=20", of).filter).toEqual(read("size=20").filter);
  });
});
