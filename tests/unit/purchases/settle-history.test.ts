/** How a purchase from a balance is settled by the member's history, for an API without a list of purchases. */
import { describe, expect, it, vi } from "vitest";
import { findPurchase } from "#server/purchases/ledger.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { balancesAround, linesAround, readHistory } from "#server/purchases/settle-history.server";
import { timing } from "#server/purchases/timing.server";
import type { Session } from "#server/session/session.server";
import { buyerOf, success, tokens, withFakeApi } from "./fake-api";
import { DAY_MS, kite, newBuyer } from "./support";

/** 21:00 in Japan. */
const NOW = Date.UTC(2026, 0, 15, 12);
const api = withFakeApi(NOW);

const line = (id: number, change: object = {}) => ({
  ...{ id, created_at: new Date(NOW).toISOString(), currency_type: "soria", type: "REDEEM" },
  ...{ change_amount: 300, net_amount: 700, web_note: "Kite", ...change },
});
const page = (items: object[], page_count = 1) =>
  success({ items, page_count, total_count: items.length, page: 1, size: 50 });

describe("the history around a purchase", () => {
  it("is that of the days before and after it in Japan, spent from its balance", async () => {
    api.responses = [page([line(1)])];
    expect(await linesAround(buyerOf("x"), kite(NOW - 3 * DAY_MS))).toMatchObject([{ id: 1 }]);
    expect(Object.fromEntries(api.asked[0] ?? [])).toEqual({
      ...{ currencyType: "soria", transactionType: "REDEEM", from: "2026-01-11", to: "2026-01-13" },
      ...{ page: "1", size: "50" },
    });
  });

  it("ends today, because the API refuses a later day", async () => {
    api.responses = [page([]), page([])];
    await linesAround(buyerOf("x"), kite(NOW));
    await linesAround(buyerOf("x"), kite(NOW - DAY_MS));
    expect(api.asked.map((query) => query.get("to"))).toEqual(["2026-01-15", "2026-01-15"]);
  });

  it("is that of every balance where the response named another one", async () => {
    api.responses = [page([line(1)]), page([line(2)]), page([line(3)])];
    const lines = await linesAround(buyerOf("x"), kite(NOW, { state: "mismatch" }));
    expect(lines?.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(api.asked.map((query) => query.get("currencyType"))).toEqual(["soria", "soria-plus", "point"]);
  });

  it("has all its pages, at most twenty", async () => {
    api.responses = [page([line(1)], 3), page([line(2)], 3), page([line(3)], 3)];
    expect(await linesAround(buyerOf("x"), kite(NOW))).toHaveLength(3);
    expect(api.asked.map((query) => query.get("page"))).toEqual(["1", "2", "3"]);
    api.responses = Array.from({ length: 21 }, (_, n) => page([line(n)], 21));
    expect(await linesAround(buyerOf("x"), kite(NOW))).toHaveLength(20);
  });

  it.each([
    ["does not respond", { status: 500, body: {} }],
    ["refuses", { status: 400, body: { result: 1112, message: "", data: null } }],
  ])("is unknown when the API %s for one of its pages", async (_, failure) => {
    api.responses = [page([line(1)], 2), failure];
    expect(await linesAround(buyerOf("x"), kite(NOW))).toBeUndefined();
  });
});

describe("a purchase that only the history can settle", () => {
  /** Reads the history `after` ms after the purchase. @returns the purchase then */
  async function settledBy(lines: object[], after = 1_000, change: Partial<Purchase> = {}) {
    const purchase = kite(NOW, change);
    const { owner } = await newBuyer(purchase);
    vi.setSystemTime(NOW + after);
    api.responses = [page(lines)];
    await readHistory(buyerOf(owner), purchase);
    return findPurchase(owner, purchase.key);
  }

  it("is bought when one line fits, for what the line says", async () => {
    expect(await settledBy([line(3)])).toMatchObject({
      ...{ state: "captured", line: "3" },
      taken: { amount: 30_000, currency: "SORIA", at: NOW },
    });
    const plus = await settledBy([line(3, { currency_type: "soria-plus" })], 1_000, {
      currency: "SORIA_PLUS",
    });
    expect(plus?.taken?.currency).toBe("SORIA_PLUS");
  });

  it.each([
    ["waits", timing.missingAfter, "asked"],
    ["was not bought", timing.missingAfter + 1, "refused"],
  ])("%s without a line, %d ms after its call", async (_, after, state) => {
    expect((await settledBy([], after))?.state).toBe(state);
    expect((await settledBy([], after + 5_000, { sentAt: NOW + 5_000 }))?.state).toBe(state);
  });

  it("asks the member at once when more lines fit than purchases, and names them", async () => {
    const several = await settledBy([line(3), line(4, { web_note: undefined })]);
    expect([several?.state, several?.line]).toEqual(["unclear", undefined]);
    const shown = { at: new Date(NOW).toISOString(), amount: 300, currency: "SORIA" };
    expect(several?.lines).toEqual([
      { ...shown, id: "3", note: "Kite" },
      { ...shown, id: "4", note: "" },
    ]);
  });

  it.each([
    [timing.missingAfter, "asked", undefined],
    [timing.missingAfter + 1, "unclear", 1],
  ])(
    "asks the member %d ms after its call when only another amount was taken: %s",
    async (after, state, count) => {
      const purchase = await settledBy([line(3, { change_amount: 299 })], after);
      expect([purchase?.state, purchase?.lines?.length]).toEqual([state, count]);
    },
  );

  it.each([
    [timing.missingAfter, "asked", undefined],
    [timing.missingAfter + 1, "unclear", 1],
  ])(
    "asks the member %d ms after its call when another purchase may have made the one line: %s",
    async (...is) => {
      const [after, state, count] = is;
      const purchase = kite(NOW);
      const { owner } = await newBuyer(purchase, kite(NOW, { key: "key-of-a-purchase-1" }));
      vi.setSystemTime(NOW + after);
      api.responses = [page([line(3)])];
      await readHistory(buyerOf(owner), purchase);
      const found = await findPurchase(owner, purchase.key);
      expect([found?.state, found?.lines?.length]).toEqual([state, count]);
    },
  );

  it("stays as it is when the history cannot be read", async () => {
    const purchase = kite(NOW);
    const { owner } = await newBuyer(purchase);
    vi.setSystemTime(NOW + DAY_MS);
    await readHistory(buyerOf(owner), purchase);
    expect((await findPurchase(owner, purchase.key))?.state).toBe("asked");
  });
});

describe("the balance before and after a purchase", () => {
  const of = (change: Partial<Purchase>, lines: object[] = [line(3), line(4, { transactionId: "TX-4" })]) => {
    api.responses = [page(lines)];
    const session = { ...tokens, user: { id: 7 } } as unknown as Session;
    return balancesAround(session, kite(NOW, { state: "captured", ...change }));
  };

  it("is that of the line that settled it, or that names its transaction", async () => {
    const balances = { before: 100_000, after: 70_000, taken: 30_000 };
    expect(await of({ line: "3" })).toEqual(balances);
    expect(await of({ transactionId: "TX-4" })).toEqual(balances);
  });

  it("is never guessed", async () => {
    expect(await of({})).toBeUndefined();
    expect(await of({ line: "5", transactionId: "TX-5" })).toBeUndefined();
    expect(await of({ line: "3" }, [line(3, { type: "REWARD" })])).toBeUndefined();
  });

  it("is not read for a card, or before the purchase has ended", async () => {
    expect(await of({ line: "3", kind: "card" })).toBeUndefined();
    expect(await of({ line: "3", state: "unclear" })).toBeUndefined();
    expect(api.asked).toEqual([]);
  });

  it("is unknown when the API fails", async () => {
    api.responses = [];
    const session = { ...tokens, user: { id: 7 } } as unknown as Session;
    expect(await balancesAround(session, kite(NOW, { state: "captured", line: "3" }))).toBeUndefined();
  });
});
