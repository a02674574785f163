import { describe, expect, it, test } from "vitest";
import {
  chooseCurrency,
  type HistoryFilter,
  historySearch,
  readHistoryFilter,
  REFUSED,
  refusedSearch,
} from "~/domain/history-filter";
import { noonish, shownAt, submitted } from "./history-filter-support";

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
  ])("at %s %j is refused (%s) and the range stays [A187.1 A187.2 A187.3]", (now, choice, problem) => {
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
  ] as const)("?%s is refused (%s), and the range is the duration's [A187.1 A187.3]", (search, problem) => {
    const reading = readHistoryFilter(new URLSearchParams(search), noonish);
    expect(reading).toEqual({ filter: shownAt(noonish), problem, fromForm: false });
  });

  it("is read back as it was written", () => {
    const filter = shownAt(noonish, { currencyType: "soria-plus", from: "2026-01-01", page: 7, size: 20 });
    const reading = readHistoryFilter(new URLSearchParams(historySearch(filter)), noonish);
    expect(reading).toEqual({ filter, fromForm: false });
  });
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
