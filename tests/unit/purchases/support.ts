import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, vi } from "vitest";
import { noteApiDate } from "#server/api/api-clock.server";
import { changeLedger } from "#server/purchases/ledger.server";
import type { Delivery, Purchase } from "#server/purchases/purchase.server";
import type { Session } from "#server/session/session.server";
import type { SessionData } from "#server/session/session-data";
import { withNews } from "#server/purchases/told.server";
import { ownerOf } from "#server/store/encryption.server";

export const NOW = Date.UTC(2026, 0, 15);
export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
export const iso = (ms: number) => new Date(ms).toISOString();

/** The key of the purchase that `kite` returns. */
export const KEY = "key-of-a-purchase-0";

/** The input of an order with delivery. */
export const delivery: Delivery = {
  ...{ customerName: "a", customerPhone: "b", customerEmail: "c", shippingName: "d", shippingPhone: "e" },
  ...{ postalCode: "f", address: "g", detailedAddress: "h", paymentMethod: "i" },
};

/** A purchase of one kite from the Soria balance, asked for at `at`. */
export const kite = (at: number, change: Partial<Purchase> = {}): Purchase => ({
  ...{ key: KEY, kind: "balance", state: "asked", objectId: 1, name: "Kite", quantity: 1 },
  ...{ unitAmount: 30_000, amount: 30_000, currency: "SORIA" },
  ...{ createdAt: at, changedAt: at, looks: 0, lookAt: at },
  ...change,
});

/** A member whom no other test has: the session, as far as purchases use one, and the name of the ledger. */
export async function newBuyer(...purchases: Purchase[]) {
  const id = randomUUID();
  const data: SessionData = { hasPurchases: true };
  const session = {
    user: { id },
    key: `session of ${id}`,
    data,
    update: (edit: (draft: SessionData) => void) => Promise.resolve(edit(data)),
  } as unknown as Session;
  const owner = ownerOf(id);
  // An end counts as told, unless `isUntold`.
  await changeLedger(owner, (draft) => void draft.purchases.push(...purchases.map(withNews)));
  return { session, data, owner };
}

/** Lets the clock stand at `now` in all tests of the file. */
export function withClockAt(now: number): void {
  beforeEach(() => void vi.useFakeTimers({ now, toFake: ["Date"] }));
}

/** Sets the API's clock to ours in the tests of this file: another file may have noted a difference. */
export function withEqualClocks(): void {
  beforeAll(() => {
    const now = Date.UTC(2026, 0, 15);
    vi.useFakeTimers({ now, toFake: ["Date"] });
    noteApiDate(new Date(now).toUTCString());
    vi.useRealTimers();
  });
}
