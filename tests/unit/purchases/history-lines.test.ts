import { describe, expect, it } from "vitest";
import { linesOf } from "#server/purchases/settle-history.server";
import type { Purchase } from "#server/purchases/purchase.server";
import type { HistoryItem } from "#server/wire/users";
import { MINUTE_MS, NOW, kite, withEqualClocks } from "./support";

withEqualClocks();

const lost = kite(NOW);
const other = (change: Partial<Purchase>): Purchase => ({ ...lost, key: "another-purchase-0000", ...change });

const line = (id: number, after: number, change: Partial<HistoryItem> = {}): HistoryItem => ({
  ...{ id, created_at: new Date(NOW + after).toISOString(), currency_type: "soria", type: "REDEEM" },
  ...{ change_amount: 300, net_amount: 0, web_note: "Kite", ...change },
});

/** Returns the ids of the lines that `linesOf` finds, and of the lines with other amounts. */
function found(purchase: Purchase, purchases: Purchase[], history: HistoryItem[]) {
  const { lines, claims, others } = linesOf(purchase, [purchase, ...purchases], history);
  return { lines: lines.map(({ id }) => id), claims, others: others.map(({ id }) => id) };
}

describe("a history line with a transaction", () => {
  const named = { ...lost, transactionId: "TX-1" };

  it("belongs to the purchase of that transaction, whatever its amount, and to no other", () => {
    const history = [line(1, 500), line(2, 90 * MINUTE_MS, { transactionId: "TX-1", change_amount: 7 })];
    expect(found(named, [], history)).toEqual({ lines: [2], claims: 1, others: [] });
    expect(found(lost, [named], [line(2, 500, { transactionId: "TX-1" })]).lines).toEqual([2]);
    expect(
      found(lost, [other({ transactionId: "TX-1" })], [line(2, 500, { transactionId: "TX-1" })]),
    ).toEqual({
      ...{ lines: [], claims: 1, others: [] },
    });
  });

  it("is ambiguous when the transaction has two", () => {
    const history = [line(1, 500, { transactionId: "TX-1" }), line(2, 900, { transactionId: "TX-1" })];
    expect(found(named, [], history)).toEqual({ lines: [1, 2], claims: 2, others: [] });
  });

  it("may be a purchase without a transaction, and never one of another transaction", () => {
    const history = [line(1, 500, { transactionId: "TX-9" })];
    expect(found(lost, [], history).lines).toEqual([1]);
    expect(found(named, [], history).lines).toEqual([]);
    expect(found(named, [], [line(1, 500)]).lines).toEqual([1]);
  });
});

describe("lines that may be a purchase", () => {
  it("come oldest first", () => {
    expect(found(lost, [], [line(3, 9_000), line(1, 1_000), line(2, 5_000)]).lines).toEqual([1, 2, 3]);
  });

  it.each([
    ["a minute before the call, as clocks differ", -MINUTE_MS, [1]],
    ["earlier", -MINUTE_MS - 1, []],
    ["ten minutes after it", 10 * MINUTE_MS, [1]],
    ["later", 10 * MINUTE_MS + 1, []],
  ])("were written around the call: %s", (_, after, ids) => {
    expect(found(lost, [], [line(1, after)]).lines).toEqual(ids);
  });

  it.each<[string, Partial<HistoryItem>]>([
    ["of another balance", { currency_type: "point" }],
    ["of what was given", { type: "REWARD" }],
  ])("are none %s, at the same amount", (_, change) => {
    expect(found(lost, [], [line(1, 500, change)]).lines).toEqual([]);
  });

  it("are counted from the last time that the purchase was sent", () => {
    expect(found({ ...lost, sentAt: NOW + MINUTE_MS }, [], [line(1, 11 * MINUTE_MS)]).lines).toEqual([1]);
  });
});

describe("the line of another purchase that is known to be captured", () => {
  const captured = (change: Partial<Purchase> = {}) => other({ state: "captured", ...change });

  it("is the one whose id it stored, and not the nearest", () => {
    const history = [line(1, 100), line(2, 5_000), line(3, 9_000)];
    expect(found(lost, [captured({ line: "2" })], history).lines).toEqual([1, 3]);
    expect(found(lost, [captured({ line: "gone" })], history).lines).toEqual([1, 2, 3]);
  });

  it.each([
    [4_800, [1, 3]],
    [5_200, [1, 3]],
    [100, [2, 3]],
    [20_000, [1, 2]],
  ])("is the one nearest in time without a stored id: captured after %d ms", (after, left) => {
    const history = [line(1, 100), line(2, 5_000), line(3, 9_000)];
    expect(found(lost, [captured({ createdAt: NOW + after })], history).lines).toEqual(left);
  });

  it("is the one of its transaction, so that it takes no other: two purchases at one price within ten minutes", () => {
    const first = captured({ transactionId: "TX-1" });
    const history = [
      line(1, 0, { transactionId: "TX-1" }),
      line(2, 2 * MINUTE_MS, { transactionId: "TX-2" }),
    ];
    const second = { ...lost, createdAt: NOW + 2 * MINUTE_MS };
    expect(found(second, [first], history)).toEqual({ lines: [2], claims: 1, others: [] });
    // A response that named another transaction leaves it to the times.
    const misnamed = captured({ transactionId: "TX-OTHER" });
    expect(found(second, [misnamed], history)).toEqual({ lines: [2], claims: 1, others: [] });
  });

  it("takes no line where none fits", () => {
    const history = [line(1, 100), line(2, 5_000)];
    expect(found(lost, [captured({ amount: 100 })], history).lines).toEqual([1, 2]);
    expect(found(lost, [captured({ kind: "card", currency: "USD" })], history).lines).toEqual([1, 2]);
  });
});

describe("who may claim a line", () => {
  it.each<[string, Partial<Purchase>, number]>([
    ["a purchase whose response was lost", {}, 2],
    ["one that the history leaves open", { state: "unclear" }, 2],
    ["one whose response did not match, at any amount", { state: "mismatch", amount: 100 }, 2],
    ["not one that was refused", { state: "refused" }, 1],
    ["not one with another amount", { amount: 100 }, 1],
  ])("%s", (_, change, claims) => {
    expect(found(lost, [other(change)], [line(1, 500)])).toMatchObject({ lines: [1], claims });
  });

  it("is whoever fits at least one of them", () => {
    const late = other({ createdAt: NOW + 5 * MINUTE_MS });
    expect(found(lost, [late], [line(1, 500), line(2, 6 * MINUTE_MS)]).claims).toBe(2);
  });

  it("is the purchase itself when nothing else is in doubt", () => {
    expect(found({ ...lost, state: "mismatch" }, [], [line(1, 500)]).claims).toBe(1);
  });
});

describe("lines with another amount", () => {
  it.each<[string, HistoryItem, number[]]>([
    ["at the time of the call", line(2, 500, { change_amount: 310 }), [2]],
    ["75 s after it", line(2, 75_000, { change_amount: 310 }), [2]],
    ["later", line(2, 75_001, { change_amount: 310 }), []],
    ["of another balance", line(2, 500, { change_amount: 310, currency_type: "point" }), [2]],
    ["not what was given", line(2, 500, { change_amount: 310, type: "REWARD" }), []],
  ])("may be the purchase at a changed price: %s", (_, given, others) => {
    expect(found(lost, [], [line(1, 500), given])).toEqual({ lines: [1], claims: 1, others });
  });
});
