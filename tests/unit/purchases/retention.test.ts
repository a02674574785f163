/** What is kept of purchases, and for how long, by the clock alone: no test writes the record at its day. */
import { beforeEach, expect, it, vi } from "vitest";
import { closeLedger, DELETION_WINDOW_DAYS } from "#server/purchases/ledger-life.server";
import { changeLedger, LEDGERS } from "#server/purchases/ledger.server";
import { purchasesOfPage } from "#server/purchases/outcomes.server";
import type { Delivery, Purchase } from "#server/purchases/purchase.server";
import { sweepLedgers } from "#server/purchases/sweep.server";
import type { Session } from "#server/session/session.server";
import { ledgerCipher } from "#server/store/encryption.server";
import { sessionStore } from "#server/store/stores.server";
import { DAY_MS, NOW, kite, newBuyer } from "./support";

const NAME = "Akari Mizuno";
const fields: Delivery = {
  ...{ customerName: NAME, customerPhone: "1", customerEmail: "c", shippingName: NAME, shippingPhone: "e" },
  ...{ postalCode: "f", address: "g", detailedAddress: "h", paymentMethod: "i" },
};
const order = (change: Partial<Purchase>) =>
  kite(NOW, { kind: "order", currency: "USD", delivery: fields, key: "key-of-an-order-0000", ...change });

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  // Of the last test, whose clock was ahead.
  await sessionStore().destroy("purchases-swept:at");
});

/** Moves the clock, and sweeps: nobody else reads or writes the records. */
async function sweepAt(days: number): Promise<void> {
  vi.setSystemTime(NOW + days * DAY_MS);
  await sweepLedgers();
}

/** Returns the stored record as text; undefined when it is gone. */
async function storedText(owner: string): Promise<string | undefined> {
  const key = `${LEDGERS}${owner}`;
  const record = await sessionStore().get(key);
  return record && JSON.stringify(ledgerCipher().open(record.payload, key));
}

it("the input of an order that was not placed is gone after 30 days, of a member who never returns", async () => {
  const { owner } = await newBuyer();
  await changeLedger(owner, (draft) => {
    const { objectId, name, quantity, unitAmount, amount } = kite(NOW);
    draft.checkout = {
      ...{ objectId, name, quantity, unitAmount, amount, currency: "USD", fields },
      ...{ key: "id-of-a-form-0000", version: "1", savedAt: NOW },
    };
  });
  await sweepAt(29.9);
  expect(await storedText(owner)).toContain(NAME);
  await sweepAt(30.1);
  expect(await storedText(owner)).not.toContain(NAME);
});

it.each<[string, Partial<Purchase>, number]>([
  ["an order that waits for its payment", { state: "ordered", orderId: 7 }, 30],
  ["an order that nobody can tell of", { state: "submitted" }, 90],
])("the address of %s is gone by its day: %j, %i", async (_, change, days) => {
  const { owner } = await newBuyer(order(change));
  await sweepAt(days - 0.1);
  expect(await storedText(owner)).toContain(NAME);
  await sweepAt(days + 0.1);
  expect(await storedText(owner)).not.toContain(NAME);
});

it("the address of an order goes with its end, and the purchase after 90 days", async () => {
  const { owner } = await newBuyer(order({ state: "captured" }));
  expect(await storedText(owner)).not.toContain(NAME);
  await sweepAt(89.9);
  expect(await storedText(owner)).toContain("Kite");
  await sweepAt(90.1);
  expect(await storedText(owner)).not.toContain("Kite");
});

it("the record of a closed account has nothing that was typed, and goes when the account does", async () => {
  const { owner } = await newBuyer(order({ state: "ordered", orderId: 7 }));
  const aside = `${LEDGERS}${owner}:unreadable:${NOW}`;
  await sessionStore().create(aside, { payload: new Uint8Array([1]), expiresAt: NOW + 400 * DAY_MS });
  await closeLedger(owner);
  expect(await sessionStore().get(aside)).toBeUndefined();
  expect(await storedText(owner)).toContain("Kite");
  expect(await storedText(owner)).not.toContain(NAME);
  // A write in between, by another process, keeps the end.
  await sweepAt(1);
  await changeLedger(owner, () => undefined);
  vi.setSystemTime(NOW + DELETION_WINDOW_DAYS * DAY_MS - 1);
  expect(await storedText(owner)).toBeDefined();
  vi.setSystemTime(NOW + DELETION_WINDOW_DAYS * DAY_MS);
  expect(await storedText(owner)).toBeUndefined();
});

it("the record of a closed account stays when the member signs in again, and not with an older session", async () => {
  const { owner, session, data } = await newBuyer(kite(NOW, { state: "captured" }));
  await closeLedger(owner);
  data.signedIn = { at: NOW - 1, lastUsed: NOW };
  await purchasesOfPage(session);
  expect((await sessionStore().get(`${LEDGERS}${owner}`))?.expiresAt).toBe(NOW + 15 * DAY_MS);
  data.signedIn = { at: NOW + 1, lastUsed: NOW };
  delete data.hasPurchases;
  await purchasesOfPage(session as Session);
  expect((await sessionStore().get(`${LEDGERS}${owner}`))?.expiresAt).toBe(NOW + 400 * DAY_MS);
});

it("nobody's record is created by closing an account", async () => {
  await closeLedger("nobody");
  expect(await storedText("nobody")).toBeUndefined();
});

it("a record that no secret decrypts is kept for 30 days, put aside or not", async () => {
  const store = sessionStore();
  const keys = [`${LEDGERS}unreadable-owner`, `${LEDGERS}other-owner:unreadable:${NOW}`];
  for (const key of keys)
    await store.create(key, { payload: new Uint8Array([1, 2, 3]), expiresAt: NOW + 400 * DAY_MS });
  await sweepAt(0);
  await sweepAt(29.9);
  for (const key of keys) expect(await store.get(key)).toBeDefined();
  await sweepAt(30.1);
  for (const key of keys) expect(await store.get(key)).toBeUndefined();
});

it("a record without anything that is due is not written", async () => {
  const { owner } = await newBuyer(kite(NOW, { state: "captured" }));
  const before = await sessionStore().get(`${LEDGERS}${owner}`);
  await sweepAt(10);
  expect(await sessionStore().get(`${LEDGERS}${owner}`)).toEqual(before);
});

it("one of several processes sweeps, and the next sweep is 30 minutes later", async () => {
  await sweepAt(100);
  const keys = vi.spyOn(sessionStore(), "keys");
  await sweepLedgers();
  expect(keys).not.toHaveBeenCalled();
  vi.setSystemTime(NOW + 100 * DAY_MS + 30 * 60_000);
  await sweepLedgers();
  expect(keys).toHaveBeenCalledOnce();
});
