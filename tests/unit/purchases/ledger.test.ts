/** A member's purchases in the store: what is written, kept, expired and put aside. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { env } from "#server/config/env.server";
import {
  changeLedger,
  changePurchase,
  findByTransaction,
  findPurchase,
  LedgerUnreadable,
  lockedFor,
  ownerOfSession,
  putAside,
  readLedger,
  readLedgerForKeys,
  readPurchases,
} from "#server/purchases/ledger.server";
import { rebuildLedger } from "#server/purchases/book.server";
import type { Session } from "#server/session/session.server";
import { ledgerCipher } from "#server/store/encryption.server";
import { sessionStore } from "#server/store/stores.server";
import { log } from "#server/observe/log.server";
import { DAY_MS, NOW, delivery, kite, newBuyer, withClockAt } from "./support";

const checkout = {
  ...{ key: "key-of-an-order-0000", version: "v", objectId: 1, name: "Kite", quantity: 1 },
  ...{ unitAmount: 500, amount: 500, currency: "USD" as const, fields: delivery, savedAt: NOW },
};

const secrets = env().sessionSecrets;
withClockAt(NOW);
afterEach(() => use(...secrets));

/** Simulates a restart of the process with these secrets. */
function use(...sessionSecrets: string[]): void {
  env().sessionSecrets = sessionSecrets;
}
const recordOf = (owner: string) => sessionStore().get(`purchases:${owner}`);

describe("a ledger", () => {
  it("is empty at first, has an epoch as soon as a form needs a key, and keeps it", async () => {
    const owner = `owner ${Math.random()}`;
    expect(await readLedger(owner)).toMatchObject({ settled: 0, purchases: [] });
    expect((await readLedger(owner)).epoch).toBeUndefined();
    const { epoch } = await readLedgerForKeys(owner);
    expect(epoch).toMatch(/^[\w-]{16}$/);
    const { version } = (await recordOf(owner)) ?? {};
    expect((await readLedgerForKeys(owner)).epoch).toBe(epoch);
    expect((await recordOf(owner))?.version).toBe(version);
    await changeLedger(owner, (draft) => void (draft.settled = 3));
    expect(await readLedger(owner)).toMatchObject({ settled: 3, epoch });
  });

  it("loses no write of parallel requests", async () => {
    const { owner } = await newBuyer();
    await Promise.all(
      Array.from({ length: 8 }, () => changeLedger(owner, (draft) => void (draft.settled += 1))),
    );
    expect((await readLedger(owner)).settled).toBe(8);
    const fresh = `owner ${Math.random()}`;
    await Promise.all([1, 2, 3].map(() => changeLedger(fresh, (draft) => void (draft.settled += 1))));
    expect((await readLedger(fresh)).settled).toBe(3);
  });

  it("lives for 400 days after the last write", async () => {
    const { owner } = await newBuyer();
    expect((await recordOf(owner))?.expiresAt).toBe(NOW + 400 * DAY_MS);
  });

  it("finds a purchase by its key and by its transaction, and changes that one only", async () => {
    const other = kite(NOW, { key: "another-purchase-0000", transactionId: "TX-2" });
    const { session, owner } = await newBuyer(kite(NOW, { transactionId: "TX-1" }), other);
    expect((await findPurchase(owner, other.key))?.transactionId).toBe("TX-2");
    expect(await findPurchase(owner, "unknown")).toBeUndefined();
    expect((await findByTransaction(session, "TX-2"))?.key).toBe(other.key);
    expect(await findByTransaction(session, "TX-3")).toBeUndefined();
    const changed = await changePurchase(owner, other.key, (draft) => void (draft.refusals = 1));
    expect(changed).toMatchObject({ key: other.key, refusals: 1 });
    expect((await readPurchases(owner)).map(({ refusals }) => refusals)).toEqual([undefined, 1]);
    const missing = vi.fn();
    expect(await changePurchase(owner, "unknown", missing)).toBeUndefined();
    expect(missing).not.toHaveBeenCalled();
  });

  it("belongs to a signed-in member", () => {
    expect(() => ownerOfSession({} as Session)).toThrow("signed-in member");
  });

  it("keeps a row of a newer release, and its other rows stay in use", async () => {
    const { owner } = await newBuyer(kite(NOW));
    const key = `purchases:${owner}`;
    const record = await recordOf(owner);
    const value = ledgerCipher().open(record?.payload ?? new Uint8Array(), key) as { purchases: unknown[] };
    value.purchases.push({ kind: "rental" });
    const { version = 0, expiresAt = 0 } = record ?? {};
    await sessionStore().replace(key, version, { payload: ledgerCipher().seal(value, key), expiresAt });
    const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
    expect(await readPurchases(owner)).toHaveLength(1);
    expect(error).toHaveBeenCalledWith({ rows: 1 }, expect.stringContaining("they are kept"));
    await changeLedger(owner, (draft) => void (draft.settled += 1));
    const after = await recordOf(owner);
    expect(ledgerCipher().open(after?.payload ?? new Uint8Array(), key)).toMatchObject({
      ...{ v: 1, settled: 1 },
      purchases: [{ name: "Kite" }, { kind: "rental" }],
    });
    error.mockClear();
    const other = await newBuyer(kite(NOW));
    await readPurchases(other.owner);
    expect(error).not.toHaveBeenCalled();
  });
});

describe("each write of a ledger", () => {
  it("expires what has waited too long, and drops what is too old", async () => {
    const waiting = kite(NOW, { kind: "card", state: "open", currency: "USD" });
    const bought = kite(NOW, { key: "another-purchase-0000", state: "captured" });
    const { owner } = await newBuyer(waiting, bought);
    vi.setSystemTime(NOW + DAY_MS + 1);
    expect((await changeLedger(owner, () => undefined)).purchases).toMatchObject([
      { state: "expired", changedAt: NOW + DAY_MS + 1 },
      { state: "captured" },
    ]);
    vi.setSystemTime(NOW + 90 * DAY_MS);
    expect((await changeLedger(owner, () => undefined)).purchases).toMatchObject([{ state: "expired" }]);
  });

  it("removes the input of an order that is paid, and what is left says so", async () => {
    const { owner } = await newBuyer(kite(NOW, { key: checkout.key, kind: "order", state: "confirming" }));
    const { checkout: kept } = await changeLedger(owner, (draft) => void (draft.checkout = { ...checkout }));
    expect(kept).toEqual(checkout);
    await changePurchase(owner, checkout.key, (draft) => void (draft.state = "captured"));
    const after = await readLedger(owner);
    expect(after.checkout).toBeUndefined();
    expect(after.endedCheckout).toEqual({ objectId: 1, key: checkout.key, isCaptured: true });
    await changeLedger(owner, () => undefined);
    expect((await readLedger(owner)).endedCheckout?.isCaptured).toBe(true);
  });

  it("removes the input of an order after 30 days", async () => {
    const { owner } = await newBuyer();
    await changeLedger(owner, (draft) => void (draft.checkout = { ...checkout }));
    vi.setSystemTime(NOW + 30 * DAY_MS + 1);
    await changeLedger(owner, () => undefined);
    expect(await readLedger(owner)).toMatchObject({ endedCheckout: { isCaptured: false } });
  });
});

describe("a ledger after the secrets were changed", () => {
  it("is sealed again with the newest secret, once", async () => {
    const { owner } = await newBuyer(kite(NOW));
    const before = await recordOf(owner);
    use("a-new-secret-of-the-site-0123456789", ...secrets);
    expect(await readPurchases(owner)).toHaveLength(1);
    const sealed = await recordOf(owner);
    expect(sealed).toMatchObject({ version: (before?.version ?? 0) + 1, expiresAt: before?.expiresAt });
    await readPurchases(owner);
    expect((await recordOf(owner))?.version).toBe(sealed?.version);
    use("a-new-secret-of-the-site-0123456789");
    expect(await readPurchases(owner)).toHaveLength(1);
    const { settled } = await changeLedger(owner, (draft) => void (draft.settled += 1));
    expect(settled).toBe(1);
  });

  it("is unreadable without its secret: 503, for forms and pages", async () => {
    const { owner } = await newBuyer(kite(NOW));
    use("a-new-secret-of-the-site-0123456789");
    const error = await readLedger(owner).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LedgerUnreadable);
    expect(error).toMatchObject({
      ...{ kind: "no-response", call: "ledger", status: 503, messageKey: "errors:ledger.unreadable" },
    });
    expect((error as Error).message).toContain("no secret opens");
  });

  it("is unreadable, too, when it is of a newer release", async () => {
    const { owner } = await newBuyer();
    const key = `purchases:${owner}`;
    const payload = ledgerCipher().seal({ v: 2, purchases: [] }, key);
    await sessionStore().replace(key, 1, { payload, expiresAt: NOW + DAY_MS });
    await expect(readLedger(owner)).rejects.toBeInstanceOf(LedgerUnreadable);
  });

  it("is put aside, where an operator with the secret finds it, and begun anew", async () => {
    const { session, owner } = await newBuyer(kite(NOW));
    const before = await recordOf(owner);
    expect(await putAside(owner)).toBe(false);
    expect(await putAside("unknown")).toBe(false);
    expect(await rebuildLedger(session)).toBe("fine");
    use("a-new-secret-of-the-site-0123456789");
    const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
    expect(await putAside(owner)).toBe(true);
    expect(error).toHaveBeenCalledWith({ owner }, expect.stringContaining("put aside"));
    expect(await readPurchases(owner)).toEqual([]);
    const aside = await sessionStore().get(`purchases:${owner}:unreadable:${NOW}`);
    expect(aside?.payload).toEqual(before?.payload);
    expect(aside?.expiresAt).toBe(before?.expiresAt);
  });
});

describe("a lock of a member", () => {
  it("keeps two works of one name apart, waits 20 s, and lets other names through", async () => {
    const lock = vi.spyOn(sessionStore(), "withLock");
    const done: string[] = [];
    const work = (name: string) => async () => {
      done.push(`${name} begins`);
      await nextTurn();
      done.push(`${name} ends`);
      return name;
    };
    const one = lockedFor("owner-1", "begin", work("one"));
    const two = lockedFor("owner-1", "begin", work("two"));
    expect(await lockedFor("owner-1", "history", async () => done.length)).toBeLessThan(4);
    expect(await Promise.all([one, two])).toEqual(["one", "two"]);
    expect(done.filter((step) => !step.startsWith("o"))).toEqual(["two begins", "two ends"]);
    expect(done.indexOf("one ends")).toBeLessThan(done.indexOf("two begins"));
    expect(lock.mock.calls[0]).toEqual(["begin:owner-1", expect.any(Function), 20_000]);
  });
});
