/** Which members the background reconciliation looks after, when, and when it stops. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StoreUnavailable } from "#server/errors/store-unavailable";
import { log } from "#server/observe/log.server";
import { changePurchase, LedgerUnreadable } from "#server/purchases/ledger.server";
import { reconcileDue, startReconciler } from "#server/purchases/round.server";
import { timing } from "#server/purchases/timing.server";
import { keepWatched, nextLook, watchMember } from "#server/purchases/watch.server";
import { TokensOfRecord } from "#server/session/token-sources.server";
import type { Session } from "#server/session/session.server";
import { recordCipher } from "#server/store/encryption.server";
import { sessionStore } from "#server/store/stores.server";
import { DAY_MS, NOW, kite, newBuyer } from "./support";

const FIRST_MS = 15_000;
const PARTS = Array.from({ length: 16 }, (_, part) => `purchases-watched:${part}`);

let opened: string[];
/** What the tokens of a session yield: none, because the session has ended, unless a test says otherwise. */
let tokens: () => Promise<TokensOfRecord | undefined>;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  for (const key of PARTS) await sessionStore().destroy(key);
  opened = [];
  tokens = async () => undefined;
  vi.spyOn(TokensOfRecord, "of").mockImplementation((key) => {
    opened.push(key);
    return tokens();
  });
});

/** Tokens of a session that has not ended. The purchases of these tests need no call. */
const good = async () => ({ forOrders: async () => undefined }) as unknown as TokensOfRecord;

/** Runs the reconciliation at a time after NOW. @returns the sessions whose tokens it opened */
async function runAt(afterMs: number): Promise<string[]> {
  vi.setSystemTime(NOW + afterMs);
  opened = [];
  await reconcileDue();
  return opened;
}

/** Watches a new member whose purchases are next checked at these times after NOW. */
async function watched(...checks: number[]) {
  const all = checks.map((ms, n) => kite(NOW, { key: `key-of-a-purchase-${n}`, lookAt: NOW + ms }));
  const buyer = await newBuyer(...all);
  await watchMember(buyer.session);
  return { ...buyer, key: buyer.session.key ?? "" };
}

/** Returns the entries of all records. */
async function entries(): Promise<unknown[]> {
  const records = await Promise.all(
    PARTS.map(async (key) => ({ key, record: await sessionStore().get(key) })),
  );
  return records.flatMap(({ key, record }) =>
    record ? (recordCipher().open(record.payload, key) as unknown[]) : [],
  );
}

describe("a watched member", () => {
  it("is looked after from 15 s on, and no more once their session has ended", async () => {
    const { key } = await watched(FIRST_MS);
    expect(await runAt(FIRST_MS - 1)).toEqual([]);
    expect(await runAt(FIRST_MS)).toEqual([key]);
    expect(await entries()).toEqual([]);
    expect(await runAt(DAY_MS)).toEqual([]);
  });

  it("is looked after again at the earliest next check of their purchases", async () => {
    tokens = good;
    const { key } = await watched(90_000, 60_000);
    expect(await runAt(FIRST_MS)).toEqual([key]);
    expect(await runAt(59_999)).toEqual([]);
    tokens = async () => undefined;
    expect(await runAt(60_000)).toEqual([key]);
  });

  it("is looked after no more once no purchase is in doubt, and none can be refunded", async () => {
    tokens = good;
    const { key, owner } = await watched(60_000);
    await changePurchase(owner, "key-of-a-purchase-0", (draft) => void (draft.state = "refused"));
    expect(await runAt(FIRST_MS)).toEqual([key]);
    expect(await entries()).toEqual([]);
    expect(await runAt(DAY_MS)).toEqual([]);
  });

  it("is looked after with another session of theirs when that has ended", async () => {
    const { owner, key } = await watched(60_000);
    const record = { payload: new Uint8Array(), owner, expiresAt: NOW + DAY_MS };
    await sessionStore().create("session-that-lasts", record);
    vi.mocked(TokensOfRecord.of).mockImplementation((of) => {
      opened.push(of);
      return of === key ? Promise.resolve(undefined) : good();
    });
    expect(await runAt(FIRST_MS)).toEqual([key, "session-that-lasts"]);
    expect(await runAt(60_000)).toEqual(["session-that-lasts"]);
    await sessionStore().destroy("session-that-lasts");
  });

  it("is looked after for refunds, ever less often, for 90 days", async () => {
    const ledger = (bookReadAt: number) => ({
      ...{ settled: 0, bookReadAt },
      purchases: [kite(NOW, { state: "captured" })],
    });
    const waits = [1, 60, 24 * 60, 80 * 24 * 60].map((minutes) => {
      const now = NOW + minutes * 60_000;
      return ((nextLook(ledger(now), now) ?? NaN) - now) / 60_000;
    });
    expect(waits).toEqual([2, 6, 144, 360]);
    expect(nextLook(ledger(NOW), NOW + 90 * DAY_MS)).toBeUndefined();
  });

  it("is added by a page only if nobody looks after what can still change", async () => {
    const { session, owner } = await newBuyer(kite(NOW, { state: "captured" }));
    await changePurchase(owner, "key-of-a-purchase-0", () => undefined);
    await keepWatched(session);
    expect(await entries()).toMatchObject([{ owner, session: session.key }]);
    await keepWatched({ ...session, key: "another session" } as Session);
    expect(await entries()).toMatchObject([{ owner, session: session.key }]);
    const { session: other } = await newBuyer(kite(NOW, { state: "refused" }));
    await keepWatched(other);
    expect(await entries()).toHaveLength(1);
  });

  it("is looked after with the order service's token of their session", async () => {
    const forOrders = vi.fn(async () => undefined);
    tokens = async () => ({ forOrders }) as unknown as TokensOfRecord;
    const { owner, key } = await watched(FIRST_MS);
    await changePurchase(owner, "key-of-a-purchase-0", (draft) => void (draft.kind = "order"));
    expect(await runAt(FIRST_MS)).toEqual([key]);
    expect(forOrders).toHaveBeenCalledOnce();
  });

  it("is watched, too, when another process writes the record first", async () => {
    const { session, key } = await watched(60_000);
    for (const method of ["create", "replace"] as const) {
      for (const part of PARTS) if (method === "create") await sessionStore().destroy(part);
      const write = vi.spyOn(sessionStore(), method).mockResolvedValueOnce(false);
      await watchMember(session);
      expect(write).toHaveBeenCalledTimes(2);
      expect(await entries()).toMatchObject([{ session: key }]);
      write.mockRestore();
    }
  });

  it("is looked after once, with the session that bought last", async () => {
    const { session } = await watched(60_000);
    const other = { ...session, key: "another session" } as Session;
    await watchMember(other);
    expect(await runAt(FIRST_MS)).toEqual(["another session"]);
  });

  it("stays watched with a session in which they buy during the check", async () => {
    const { session, key } = await watched(60_000);
    tokens = async () => {
      await watchMember({ ...session, key: "another session" } as Session);
      return undefined;
    };
    expect(await runAt(FIRST_MS)).toEqual([key]);
    tokens = async () => undefined;
    expect(await runAt(2 * FIRST_MS)).toEqual(["another session"]);
  });

  it("has a session of their own in a store record of 30 days", async () => {
    await watched(60_000);
    const records = (await Promise.all(PARTS.map((key) => sessionStore().get(key)))).filter(Boolean);
    expect(records.map((record) => record?.expiresAt)).toEqual([NOW + 30 * DAY_MS]);
  });

  it("is no guest, and has a session in the store", async () => {
    const { session } = await newBuyer();
    await watchMember({ ...session, user: undefined } as Session);
    await watchMember({ ...session, key: undefined } as Session);
    expect(await Promise.all(PARTS.map((key) => sessionStore().get(key)))).toEqual(
      PARTS.map(() => undefined),
    );
  });

  it("gives way, the oldest first, when 500 others are in the same record", async () => {
    const { owner, session } = await watched(60_000);
    const records = await Promise.all(PARTS.map((key) => sessionStore().get(key)));
    const part = PARTS[records.findIndex(Boolean)] ?? "";
    const record = await sessionStore().get(part);
    const others = Array.from({ length: 500 }, (_, n) => ({
      owner: `other ${n}`,
      session: `s${n}`,
      at: NOW + DAY_MS,
    }));
    const payload = recordCipher().seal(others, part);
    await sessionStore().replace(part, record?.version ?? 0, { payload, expiresAt: NOW + DAY_MS });
    await watchMember(session);
    const after = recordCipher().open((await sessionStore().get(part))?.payload ?? new Uint8Array(), part);
    const owners = (after as typeof others).map((each) => each.owner);
    expect([owners.length, owners[0], owners.at(-1)]).toEqual([500, "other 1", owner]);
  });

  it("is watched anew where no secret opens the record", async () => {
    await Promise.all(
      PARTS.map((key) =>
        sessionStore().create(key, { payload: new Uint8Array([1]), expiresAt: NOW + DAY_MS }),
      ),
    );
    const { key } = await watched(60_000);
    expect(await runAt(FIRST_MS)).toEqual([key]);
  });
});

describe("a check of a member that fails", () => {
  it("ends the watch when no secret opens their purchases: only they can begin anew", async () => {
    const { key } = await watched(60_000);
    const warn = vi.spyOn(log, "warn");
    tokens = () => Promise.reject(new LedgerUnreadable());
    expect(await runAt(FIRST_MS)).toEqual([key]);
    expect(await runAt(DAY_MS)).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
  });

  it("is logged and repeated in the next round, and leaves other members alone", async () => {
    const { key } = await watched(60_000);
    const other = await watched(60_000);
    const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    tokens = async () => {
      if (opened.at(-1) === key) throw new TypeError("bug");
      return undefined;
    };
    expect((await runAt(FIRST_MS)).sort()).toEqual([key, other.key].sort());
    expect(warn.mock.calls).toEqual([[{ reason: "TypeError: bug" }, expect.stringContaining("background")]]);
    expect(await runAt(FIRST_MS + timing.round - 1)).toEqual([]);
    expect(await runAt(FIRST_MS + timing.round)).toEqual([key]);
  });

  it("ends the round when the store is down, and the next round starts over", async () => {
    const { key } = await watched(60_000);
    const down = new StoreUnavailable("down");
    tokens = () => Promise.reject(down);
    await expect(runAt(FIRST_MS)).rejects.toBe(down);
    tokens = async () => undefined;
    expect(await runAt(FIRST_MS)).toEqual([key]);
  });
});

describe("the timer", () => {
  /** Starts the timer with a store whose reads end when the test says so. */
  function start() {
    vi.useRealTimers();
    vi.useFakeTimers({ now: NOW, toFake: ["Date", "setInterval", "clearInterval"] });
    const reads: { resolve: (record: undefined) => void; reject: (error: Error) => void }[] = [];
    vi.spyOn(sessionStore(), "get").mockImplementation(
      () => new Promise((resolve, reject) => void reads.push({ resolve, reject })),
    );
    startReconciler();
    return reads;
  }
  afterEach(() => vi.clearAllTimers());

  it("starts one round per interval, and none while the last one runs", async () => {
    const reads = start();
    await vi.advanceTimersByTimeAsync(timing.round - 1);
    expect(reads).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(reads).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3 * timing.round);
    expect(reads).toHaveLength(1);
    reads[0]?.reject(new StoreUnavailable("down"));
    await vi.advanceTimersByTimeAsync(timing.round);
    expect(reads).toHaveLength(2);
  });

  it("logs a round that fails, but not an outage of the store, which logs itself", async () => {
    const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const reads = start();
    await vi.advanceTimersByTimeAsync(timing.round);
    reads[0]?.reject(new StoreUnavailable("down"));
    await vi.advanceTimersByTimeAsync(timing.round);
    expect(error).not.toHaveBeenCalled();
    const bug = new TypeError("bug");
    reads[1]?.reject(bug);
    await vi.advanceTimersByTimeAsync(timing.round);
    expect(error.mock.calls).toEqual([[{ err: bug }, expect.stringContaining("failed")]]);
  });
});
