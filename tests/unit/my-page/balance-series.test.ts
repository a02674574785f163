import { describe, expect, it, test } from "vitest";
import { linePath } from "~/routes/my-page/history/balance-chart";
import { balanceSeries, spreadPages } from "~/routes/my-page/history/load.server";
import type { HistoryItem } from "#server/wire/users";

const range = {
  from: "2026-11-11",
  to: "2026-11-20",
  now: "2026-12-01T00:00:00Z",
  total: 0,
  unknownEnds: new Set<string>(),
};
const row = (created_at: string, type: HistoryItem["type"], change_amount: number, net_amount: number) => ({
  created_at,
  type,
  change_amount,
  net_amount,
});

describe("the balance over a range", () => {
  it("begins before the first row, stays level between rows and ends with the range", () => {
    const series = balanceSeries(
      [
        row("2026-11-20T03:00:00Z", "REDEEM", 30, 90),
        row("2026-11-15T15:00:00Z", "RECHARGE", 20, 120), // already the 16th in Japan
        row("2026-11-15T14:59:59Z", "REWARD", 50, 100),
      ],
      range,
    );
    expect(series).toMatchObject({ opening: 50, closing: 90, lowest: 50, highest: 120 });
    expect(series?.days).toEqual([
      { day: "2026-11-15", balance: 100 },
      { day: "2026-11-16", balance: 120 },
      { day: "2026-11-20", balance: 90 },
    ]);
    // Heights are fractions of the highest balance: the axis starts at zero.
    expect(series?.points[0]).toEqual({ x: 0, y: 0.4167 });
    expect(series?.points.at(-1)).toEqual({ x: 1, y: 0.75 });
    expect(series?.points.every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1)).toBe(true);
  });

  it("ends now when the range is not over", () => {
    const now = "2026-11-16T00:00:00+09:00";
    const series = balanceSeries([row("2026-11-13T12:00:00+09:00", "REWARD", 5, 5)], { ...range, now });
    expect(series?.points[1]?.x).toBe(0.5);
  });

  it("is level when nothing ever changed it, and nothing without rows", () => {
    const level = balanceSeries([row("2026-11-15T00:00:00Z", "REWARD", 0, 7)], range);
    expect(level?.points.every(({ y }) => y === 1)).toBe(true);
    const none = balanceSeries([row("2026-11-15T00:00:00Z", "REWARD", 0, 0)], range);
    expect(none?.points.every(({ y }) => y === 0)).toBe(true);
    expect(balanceSeries([], range)).toBeUndefined();
  });

  it("keeps the order of rows of one moment", () => {
    const at = "2026-11-15T00:00:00Z";
    const series = balanceSeries([row(at, "REDEEM", 10, 90), row(at, "RECHARGE", 50, 100)], range);
    expect(series).toMatchObject({ opening: 50, closing: 90 });
  });

  it("of a sample leaves out the days whose end it does not know, and says that it is one", () => {
    const rows = [
      row("2026-11-18T03:00:00Z", "REWARD", 10, 400),
      row("2026-11-14T03:00:00Z", "REWARD", 10, 200),
      row("2026-11-13T03:00:00Z", "REWARD", 10, 190),
    ];
    const series = balanceSeries(rows, { ...range, total: 900, unknownEnds: new Set(["2026-11-14"]) });
    expect(series?.days.map(({ day }) => day)).toEqual(["2026-11-13", "2026-11-18"]);
    expect(series?.sample).toEqual({ drawn: 3, total: 900 });
    expect(balanceSeries(rows, { ...range, total: 3 })).not.toHaveProperty("sample");
  });

  it("becomes a path", () => {
    expect(
      linePath(
        [
          { x: 0, y: 0 },
          { x: 0.5, y: 1 },
        ],
        800,
        120,
      ),
    ).toBe("M0 120L400 0");
  });
});

test.each([
  [0, []],
  [1, []],
  [2, [2]],
  [6, [2, 3, 4, 5, 6]],
  [200, [41, 81, 120, 160, 200]],
])("of %i pages, beside the first, it reads %j", (pageCount, pages) => {
  expect(spreadPages(pageCount)).toEqual(pages);
});
