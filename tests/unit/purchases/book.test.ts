/** How the API's list of a member's purchases is read: when, how far, and what a failure leaves. */
import { describe, expect, it, vi } from "vitest";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { log } from "#server/observe/log.server";
import { askBook, isBookDue, syncBook } from "#server/purchases/book.server";
import { features } from "#server/purchases/features.server";
import { changeLedger, type Ledger, readLedger, readPurchases } from "#server/purchases/ledger.server";
import { refreshBalances } from "#server/purchases/reconcile.server";
import type { Session } from "#server/session/session.server";
import { buyerOf, success, tokens, withFakeApi } from "./fake-api";
import { row } from "./responses";
import { DAY_MS, MINUTE_MS, NOW, iso, kite, newBuyer } from "./support";

const api = withFakeApi(NOW);

const page = (items: object[], nextCursor?: string, asOf = NOW) =>
  success({ items, nextCursor, asOf: iso(asOf) });

/** A member with these purchases. */
async function member(...purchases: Parameters<typeof newBuyer>) {
  const { owner } = await newBuyer(...purchases);
  return { owner, ledger: await readLedger(owner) };
}

describe("the list of purchases", () => {
  it("is read page by page, and the ledger notes the oldest time that the pages cover", async () => {
    const { owner, ledger } = await member();
    api.responses = [
      page([row(1)], "c2", NOW - 1_000),
      page([row(2)], "c3", NOW - 3_000),
      page([], undefined, NOW),
    ];
    expect(await syncBook(buyerOf(owner), ledger)).toBe(true);
    expect(api.asked.map((query) => query.get("cursor"))).toEqual([null, "c2", "c3"]);
    expect(api.asked.map((query) => [query.get("size"), query.get("key")])).toEqual([
      ["50", null],
      ["50", null],
      ["50", null],
    ]);
    expect(await readLedger(owner)).toMatchObject({ bookAt: NOW - 3_000, bookReadAt: NOW });
    expect((await readPurchases(owner)).map(({ transactionId }) => transactionId)).toEqual(["TX-1", "TX-2"]);
  });

  it("is read from 400 days ago at first, later from a minute before the last read", async () => {
    const { owner, ledger } = await member();
    api.responses = [page([]), page([])];
    await syncBook(buyerOf(owner), ledger);
    await syncBook(buyerOf(owner), { ...ledger, bookAt: NOW - DAY_MS });
    expect(api.asked.map((query) => query.get("since"))).toEqual([
      iso(NOW - 400 * DAY_MS),
      iso(NOW - DAY_MS - MINUTE_MS),
    ]);
  });

  it("that never ends is read for 40 pages, and the next read continues after the last row", async () => {
    const { owner, ledger } = await member();
    api.responses = Array.from({ length: 41 }, (_, n) =>
      page([row(n, { updatedAt: iso(NOW - DAY_MS + n) })], `c${n}`),
    );
    expect(await syncBook(buyerOf(owner), ledger)).toBe(true);
    expect(api.asked).toHaveLength(40);
    expect((await readLedger(owner)).bookAt).toBe(NOW - DAY_MS + 39);
  });

  it("changes nothing when a page of it fails", async () => {
    const { owner, ledger } = await member();
    api.responses = [page([row(1)], "c2"), { status: 404, body: { result: 1200, message: "", data: null } }];
    expect(await syncBook(buyerOf(owner), ledger)).toBe(false);
    expect([await readPurchases(owner), (await readLedger(owner)).bookAt]).toEqual([[], undefined]);
    expect(features.list.has).toBe(true);
  });

  it("changes nothing when the member has to sign in again", async () => {
    const { owner, ledger } = await member();
    const ended = {
      ...tokens,
      accessToken: () => Promise.reject(new SignInNeeded({} as Session, "/", true)),
    };
    expect(await syncBook({ ...buyerOf(owner), tokens: ended }, ledger)).toBe(false);
    expect([api.asked, (await readLedger(owner)).bookAt]).toEqual([[], undefined]);
  });

  it("corrects a wrong transaction by the first read, which has all rows", async () => {
    const { owner, ledger } = await member(kite(NOW, { transactionId: "TX-9" }));
    api.responses = [page([row(0)])];
    await syncBook(buyerOf(owner), ledger);
    expect(await readPurchases(owner)).toMatchObject([{ state: "captured", transactionId: "TX-0" }]);
    expect(api.asked).toHaveLength(1);
  });

  it.each([
    ["which corrects a wrong transaction", [page([row(0)])], ["captured", "TX-0"]],
    ["and waits when that fails", [], ["asked", "TX-9"]],
  ])("reads all rows of a key after a later read that has another transaction, %s", async (_, more, is) => {
    const { owner, ledger } = await member(kite(NOW, { transactionId: "TX-9" }));
    api.responses = [page([row(0)]), ...more];
    expect(await syncBook(buyerOf(owner), { ...ledger, bookAt: NOW - DAY_MS })).toBe(true);
    expect(api.asked.map((query) => query.get("key"))).toEqual([null, "key-of-a-purchase-0"]);
    const [purchase] = await readPurchases(owner);
    expect([purchase?.state, purchase?.transactionId]).toEqual(is);
  });

  it("is asked for no more for ten minutes by an API that does not have it", async () => {
    const { owner, ledger } = await member();
    api.responses = [{ status: 404, body: {} }];
    expect(await syncBook(buyerOf(owner), ledger)).toBe(false);
    expect(features.list.isMissing()).toBe(true);
    expect(await syncBook(buyerOf(owner), ledger)).toBe(false);
    expect(api.asked).toHaveLength(1);
  });

  it("throws a bug", async () => {
    const { owner, ledger } = await member();
    const bug = new TypeError("bug");
    const broken = { ...tokens, accessToken: () => Promise.reject(bug) };
    await expect(syncBook({ ...buyerOf(owner), tokens: broken }, ledger)).rejects.toBe(bug);
  });
});

describe("the list is due", () => {
  const due = (owner: string, ledger: Partial<Ledger>, ageMs?: number) =>
    isBookDue(owner, { purchases: [], settled: 0, ...ledger }, ageMs);

  it("ten minutes after the last read, or as soon as the page wants, and before the first", async () => {
    const { owner } = await member();
    expect(due(owner, {})).toBe(true);
    expect([10 * MINUTE_MS - 1, 10 * MINUTE_MS].map((ago) => due(owner, { bookReadAt: NOW - ago }))).toEqual([
      false,
      true,
    ]);
    expect([4_999, 5_000].map((ago) => due(owner, { bookReadAt: NOW - ago }, 5_000))).toEqual([false, true]);
  });

  it("not within 20 s of a read that failed, and at once after one that succeeded", async () => {
    const { owner, ledger } = await member();
    await syncBook(buyerOf(owner), ledger);
    vi.setSystemTime(NOW + 19_999);
    expect(due(owner, {})).toBe(false);
    vi.setSystemTime(NOW + 20_000);
    expect(due(owner, {})).toBe(true);
    api.responses = [page([])];
    await syncBook(buyerOf(owner), ledger);
    expect(due(owner, {})).toBe(true);
  });

  it("not where the API has none", async () => {
    features.list.note(false);
    expect(due("anybody", {})).toBe(false);
  });
});

describe("a purchase whose response was lost", () => {
  const DECIDED_MS = 75_000;
  const lost = kite(NOW - 10_000);

  it("is found by its key, in one request", async () => {
    const { owner } = await member(lost);
    api.responses = [page([row(0)])];
    expect(await askBook(buyerOf(owner), lost)).toBe("found");
    expect(api.asked.map((query) => query.get("key"))).toEqual([lost.key]);
    expect(await readPurchases(owner)).toMatchObject([{ state: "captured", transactionId: "TX-0" }]);
  });

  it("is found among all changes since it started where the API stores no keys", async () => {
    const { owner } = await member(lost);
    api.responses = [page([]), page([row(0, { idempotencyKey: undefined, createdAt: iso(NOW - 9_000) })])];
    expect(await askBook(buyerOf(owner), lost)).toBe("found");
    expect(api.asked.map((query) => [query.get("key"), query.get("since")])).toEqual([
      [lost.key, iso(NOW - 400 * DAY_MS)],
      [null, iso(NOW - 10_000 - MINUTE_MS)],
    ]);
  });

  it.each([
    ["unknown", "75 s after it was sent", DECIDED_MS],
    ["none", "a moment later", DECIDED_MS + 1],
  ])("is %s while the list has no row of it, %s", async (result, _, ms) => {
    const sent = { ...lost, sentAt: NOW - 5_000 };
    const { owner } = await member(sent);
    api.responses = [page([]), page([], undefined, NOW - 5_000 + ms)];
    expect(await askBook(buyerOf(owner), sent)).toBe(result);
  });

  it.each([0, 1])("is unknown when one of the two reads fails: %d", async (readsBefore) => {
    const { owner } = await member(lost);
    api.responses = Array.from({ length: readsBefore }, () => page([], undefined, NOW + DAY_MS));
    expect(await askBook(buyerOf(owner), lost)).toBe("unknown");
  });

  it("is not found by a row of another purchase, from an API that ignores the key", async () => {
    const earlier = { state: "captured", transactionId: "TX-8" } as const;
    const other = kite(NOW - MINUTE_MS, { key: "key-of-another-one-", ...earlier });
    const { owner } = await member(other, lost);
    const rows = [row(8, { idempotencyKey: other.key, objectId: 9 })];
    api.responses = [page(rows), page(rows, undefined, NOW + DAY_MS)];
    expect(await askBook(buyerOf(owner), lost)).toBe("none");
  });

  it("is found by its key, though the API had named another transaction", async () => {
    const named = { ...lost, transactionId: "TX-9" };
    const { owner } = await member(named);
    api.responses = [page([row(0)])];
    expect(await askBook(buyerOf(owner), named)).toBe("found");
    expect(await readPurchases(owner)).toMatchObject([{ state: "captured", transactionId: "TX-0" }]);
  });

  it("is unknown when the API names another transaction under its key, and not when asked for the key", async () => {
    const named = { ...lost, transactionId: "TX-9" };
    const { owner } = await member(named);
    api.responses = [page([]), page([row(0)], undefined, NOW + DAY_MS)];
    expect(await askBook(buyerOf(owner), named)).toBe("unknown");
    expect(await readPurchases(owner)).toMatchObject([{ state: "asked", transactionId: "TX-9" }]);
  });

  it("is found while the API still works on it, beside another purchase", async () => {
    const { owner } = await member(lost);
    const underWay = { status: "PROCESSING", amountTaken: 0, capturedAt: undefined };
    api.responses = [
      page([row(0, underWay), row(8, { objectId: 9, idempotencyKey: "key-of-another-one-" })]),
    ];
    expect(await askBook(buyerOf(owner), lost)).toBe("found");
    expect((await readPurchases(owner))[0]).toMatchObject({ state: "asked", transactionId: "TX-0" });
  });

  it("is found when the ledger has lost it meanwhile: there is nothing left to settle", async () => {
    const { owner } = await member();
    api.responses = [page([row(8, { objectId: 9, idempotencyKey: "key-of-another-one-" })])];
    expect(await askBook(buyerOf(owner), lost)).toBe("found");
  });

  it("is found when another request has settled it meanwhile", async () => {
    const { owner } = await member(lost);
    await changeLedger(owner, ({ purchases: [purchase] }) => {
      if (purchase) purchase.state = "captured";
    });
    api.responses = [page([row(8, { objectId: 9, idempotencyKey: "key-of-another-one-" })])];
    expect(await askBook(buyerOf(owner), lost)).toBe("found");
  });
});

describe("balances after a purchase", () => {
  const session = (setUser: () => Promise<void>) => ({ ...tokens, setUser }) as unknown as Session;
  const profile = {
    ...{ id: 7, type: "EMAIL", email: "a@example.com", firstName: "Sora", lastName: "Kumo" },
    ...{ pointAmount: 1, soriaAmount: 2, soriaPlusAmount: 3 },
  };

  it("are the three of the profile, and nothing else of it", async () => {
    const setUser = vi.fn(async () => undefined);
    api.responses = [success(profile)];
    await refreshBalances(session(setUser));
    expect(setUser.mock.calls).toEqual([[{ pointAmount: 1, soriaAmount: 2, soriaPlusAmount: 3 }]]);
  });

  it("stay as they are when the API fails, and the log says so; a bug is thrown", async () => {
    const setUser = vi.fn(async () => undefined);
    const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    await refreshBalances(session(setUser));
    expect(setUser).not.toHaveBeenCalled();
    expect(warn).toHaveBeenCalledWith(
      { call: "GET /users/me", kind: "http" },
      expect.stringContaining("balances"),
    );
    api.responses = [success(profile)];
    await expect(refreshBalances(session(() => Promise.reject(new TypeError("bug"))))).rejects.toThrow("bug");
  });
});
