import { describe, expect, it } from "vitest";
import { mergeRows } from "#server/purchases/book-merge.server";
import type { Purchase } from "#server/purchases/purchase.server";
import type { BookRow } from "#server/wire/store";
import { KEY, MINUTE_MS, NOW, kite } from "./support";

const lost = kite(NOW, { sentAt: NOW });

/**
 * Returns a row of the API's list.
 * @param after time of the capture after the purchase started, in ms
 */
function row(after: number, change: Partial<BookRow> = {}): BookRow {
  const at = new Date(NOW + after).toISOString();
  return {
    ...{ transactionId: "TX-1", kind: "BALANCE", idempotencyKey: KEY, status: "CAPTURED" },
    ...{ objectId: 1, objectName: "Kite", quantity: 1, amount: 30_000, amountTaken: 30_000 },
    ...{ currency: "SORIA", createdAt: at, capturedAt: at, updatedAt: at },
    ...change,
  };
}

/**
 * Merges the rows into a ledger with one purchase. @returns the resulting states, and whether the epoch is unchanged
 */
function merged(rows: BookRow[], change: Partial<Purchase> = {}) {
  const draft = { epoch: "epoch-of-ledger0", settled: 0, purchases: [{ ...lost, ...change }] };
  mergeRows(draft, rows, NOW + MINUTE_MS, true);
  const states = draft.purchases.map(({ state, transactionId }) => `${state} ${transactionId ?? "-"}`);
  return { states: states.sort(), isSameEpoch: draft.epoch === "epoch-of-ledger0" };
}

describe("a row of the API's list under the key of a purchase", () => {
  it("settles the purchase", () => {
    expect(merged([row(1_000)])).toEqual({ states: ["captured TX-1"], isSameEpoch: true });
  });

  it.each([
    ["for another item", row(1_000, { objectId: 2 })],
    ["for another quantity", row(1_000, { quantity: 2 })],
  ])("is another purchase's, and ends the epoch: one %s", (_, other) => {
    expect(merged([other])).toEqual({
      states: ["captured TX-1", "refused -"],
      isSameEpoch: false,
    });
  });

  it("is the purchase that a lost ledger had made, and ends the epoch: one that was made long before", () => {
    expect(merged([row(-10 * MINUTE_MS)])).toEqual({ states: ["captured TX-1"], isSameEpoch: false });
  });

  it("corrects a transaction that an answer named wrongly", () => {
    const captured = { state: "captured", transactionId: "TX-OTHER" } as const;
    expect(merged([row(1_000)], captured).states).toEqual(["captured TX-1"]);
  });
});

describe("a row without a key", () => {
  it.each([
    ["made when the purchase was sent", 1_000, ["captured TX-1"]],
    ["made after the API's time limit", 3 * MINUTE_MS, ["asked -", "captured TX-1"]],
    ["made long before the purchase", -3 * MINUTE_MS, ["asked -", "captured TX-1"]],
  ])("is the lost purchase's only when it was made near its call: %s", (_, after, states) => {
    expect(merged([row(after, { idempotencyKey: undefined })]).states).toEqual(states);
  });
});
