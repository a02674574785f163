import { describe, expect, it } from "vitest";
import { mergeRows } from "#server/purchases/book-merge.server";
import type { State } from "~/domain/purchase-summary";
import type { Purchase } from "#server/purchases/purchase.server";
import type { BookRow, TransactionStatus } from "#server/wire/store";
import { KEY, MINUTE_MS, NOW, kite, withEqualClocks } from "./support";

withEqualClocks();
const EPOCH = "epoch-of-ledger0";

const iso = (after: number) => new Date(NOW + after).toISOString();

const lost = kite(NOW);

const row = (change: Partial<BookRow> = {}): BookRow => ({
  ...{ transactionId: "TX-1", kind: "BALANCE", idempotencyKey: KEY, status: "CAPTURED" },
  ...{ objectId: 1, objectName: "Kite", quantity: 1, amount: 30_000, amountTaken: 30_000 },
  ...{ currency: "SORIA", createdAt: iso(1_000), capturedAt: iso(2_000), updatedAt: iso(3_000) },
  ...change,
});

/** Merges rows into a ledger with the purchases. */
function merged(rows: BookRow[], purchases: Purchase[] = [], isWhole = true) {
  const draft = { epoch: EPOCH, settled: 0, purchases: purchases.map((each) => ({ ...each })) };
  const unclear = mergeRows(draft, rows, NOW + MINUTE_MS, isWhole);
  return { ...draft, unclear };
}

/** Merges one row into a ledger with one purchase, which it must belong to. */
function learned(change: Partial<Purchase>, ofRow: Partial<BookRow>): Purchase {
  const { purchases } = merged([row(ofRow)], [{ ...lost, ...change }]);
  expect(purchases).toHaveLength(1);
  return purchases[0] as Purchase;
}

describe("a row of a purchase that the ledger does not have", () => {
  it.each<[TransactionStatus, balance: State, card: State, order: State]>([
    ["CREATED", "asked", "submitted", "submitted"],
    ["PROCESSING", "asked", "submitted", "submitted"],
    ["CAPTURED", "captured", "captured", "captured"],
    ["REJECTED", "refused", "refused", "refused"],
    ["CANCELED", "refused", "cancelled", "cancelled"],
    ["EXPIRED", "refused", "cancelled", "cancelled"],
    ["REFUNDED", "refunded", "refunded", "refunded"],
  ])("%s is %s from a balance, %s by card and %s for an order", (status, ...states) => {
    const kinds = ["BALANCE", "CARD", "ORDER"] as const;
    const found = kinds.map((kind) => merged([row({ status, kind })]).purchases[0]);
    expect(found.map((each) => each?.state)).toEqual(states);
    expect(found.map((each) => each?.kind)).toEqual(["balance", "card", "order"]);
  });

  it("becomes a purchase with all that the row says, and nothing else", () => {
    const { purchases, epoch, unclear } = merged([row({ quantity: 4 })]);
    expect(purchases).toStrictEqual([
      {
        ...{ key: KEY, kind: "balance", state: "captured", objectId: 1, name: "Kite", quantity: 4 },
        ...{ unitAmount: 7_500, amount: 30_000, currency: "SORIA", transactionId: "TX-1" },
        taken: { amount: 30_000, currency: "SORIA", at: NOW + 2_000 },
        ...{ createdAt: NOW + 1_000, changedAt: NOW + 3_000, rowAt: NOW + 3_000, looks: 0, lookAt: 0 },
        // Silent: the member may have been told weeks ago.
        news: { what: "captured", version: 1, at: expect.any(Number) },
        told: { what: "captured", version: 1, at: expect.any(Number) },
      },
    ]);
    expect([epoch, unclear]).toEqual([EPOCH, []]);
  });

  it("asks for the confirmation of a recent order once more, and not of a delivered one", () => {
    const at = (updatedAt: string) => merged([row({ kind: "ORDER", updatedAt })]).purchases[0]?.needsConfirm;
    expect([at(iso(3_000)), at(iso(-25 * 60 * MINUTE_MS))]).toEqual([true, undefined]);
  });

  it("keeps intent and order of a card payment", () => {
    const ofOrder = row({ kind: "ORDER", externalTransactionId: "pi_1", orderId: "ORDER-1" });
    expect(merged([ofOrder]).purchases[0]).toMatchObject({ intentId: "pi_1", orderId: "ORDER-1" });
  });

  it.each<[string, Partial<BookRow>, Purchase["taken"]]>([
    ["none before the capture", { status: "PROCESSING", amountTaken: 0 }, undefined],
    ["none after a refusal", { status: "REJECTED", amountTaken: 0 }, undefined],
    [
      "the whole amount at the time of the last change, without a time of capture",
      { capturedAt: undefined },
      { amount: 30_000, currency: "SORIA", at: NOW + 3_000 },
    ],
    [
      "a part of it given back",
      { amountTaken: 20_000 },
      { amount: 30_000, currency: "SORIA", at: NOW + 2_000, refunded: 10_000 },
    ],
    [
      "all of it given back",
      { status: "REFUNDED", amountTaken: 0 },
      { amount: 30_000, currency: "SORIA", at: NOW + 2_000, refunded: 30_000 },
    ],
  ])("says which money was taken: %s", (_, change, taken) => {
    const [purchase] = merged([row(change)]).purchases;
    expect(purchase?.taken).toStrictEqual(taken);
    expect(purchase && "taken" in purchase).toBe(taken !== undefined);
  });

  it.each([undefined, "", "short", "x".repeat(65), "a blank in the key 0", `${KEY}!`, `!${KEY}`])(
    "gets a key of its own, the same at every reading, when the row's cannot be used: %j",
    (idempotencyKey) => {
      const keyOf = (change: Partial<BookRow> = {}) =>
        merged([row({ idempotencyKey, ...change })]).purchases[0]?.key;
      expect(keyOf()).toMatch(/^[\w-]{32}$/);
      expect(keyOf()).toBe(keyOf());
      expect(keyOf({ transactionId: "TX-2" })).not.toBe(keyOf());
    },
  );

  it("keeps its key in a ledger of other purchases", () => {
    const other = { ...lost, key: "another-key-of-16" };
    expect(merged([row({ objectId: 9 })], [other]).purchases.map(({ key }) => key)).toEqual([other.key, KEY]);
  });

  it("gets a key of its own when another purchase has the row's", () => {
    const { purchases } = merged([row(), row({ transactionId: "TX-2" })]);
    expect(purchases.map(({ key }) => key === KEY)).toEqual([true, false]);
    expect(new Set(purchases.map(({ key }) => key)).size).toBe(2);
  });

  it("is put in order of the purchases' beginnings", () => {
    const after = (minutes: number) =>
      row({
        ...{ idempotencyKey: undefined, objectId: 9, transactionId: `TX${minutes}` },
        createdAt: iso(minutes * MINUTE_MS),
      });
    const { purchases } = merged([after(5), after(-5), after(7), after(-7)], [lost]);
    const minutes = purchases.map(({ createdAt }) => (createdAt - NOW) / MINUTE_MS);
    expect(minutes).toEqual([-7, -5, 0, 5, 7]);
  });
});

describe("a row of a purchase that the ledger has", () => {
  it.each<[Purchase["kind"], State, TransactionStatus, State]>([
    ["balance", "asked", "CREATED", "asked"],
    ["balance", "asked", "CAPTURED", "captured"],
    ["balance", "unclear", "CAPTURED", "captured"],
    ["balance", "asked", "REJECTED", "refused"],
    ["balance", "asked", "CANCELED", "refused"],
    ["balance", "asked", "EXPIRED", "refused"],
    ["balance", "captured", "REFUNDED", "refunded"],
    ["card", "submitted", "PROCESSING", "submitted"],
    ["card", "submitted", "CAPTURED", "captured"],
    ["card", "submitted", "REJECTED", "cancelled"],
    ["card", "mismatch", "REJECTED", "cancelled"],
    ["card", "mismatch", "CANCELED", "cancelled"],
    ["card", "mismatch", "EXPIRED", "cancelled"],
    ["card", "submitted", "REFUNDED", "refunded"],
    ["order", "submitted", "CAPTURED", "confirming"],
    // The provider has the money: the row is not final.
    ["card", "paid", "CANCELED", "paid"],
    ["order", "confirming", "CREATED", "confirming"],
  ])("moves a %s purchase from %s by %s to %s", (kind, state, status, after) => {
    expect(learned({ kind, state }, { status }).state).toBe(after);
  });

  it("adds transaction, intent and order, and never replaces a known intent or order", () => {
    const names = { externalTransactionId: "pi_1", orderId: "ORDER-1" };
    const ofCard = { kind: "order", state: "submitted" } as const;
    expect(learned(ofCard, names)).toMatchObject({
      ...{ transactionId: "TX-1", intentId: "pi_1", orderId: "ORDER-1" },
    });
    const known = { ...ofCard, intentId: "pi_0", orderId: "ORDER-0" };
    expect(learned(known, names)).toMatchObject({ intentId: "pi_0", orderId: "ORDER-0" });
    expect(learned(known, {})).toMatchObject({ intentId: "pi_0", orderId: "ORDER-0" });
  });

  it("corrects the money that was taken, and leaves it when the row says nothing of it", () => {
    const taken = { amount: 30_000, currency: "SORIA" as const, at: NOW };
    const paid = { state: "captured" as const, transactionId: "TX-1", taken };
    expect(learned(paid, { amountTaken: 10_000 }).taken).toEqual({
      ...taken,
      ...{ at: NOW + 2_000, refunded: 20_000 },
    });
    expect(learned(paid, { status: "PROCESSING", amountTaken: 0 }).taken).toEqual(taken);
  });

  it("is found by its transaction, whatever else the row says", () => {
    const known = { ...lost, state: "captured" as const, transactionId: "TX-1" };
    const strange = row({
      idempotencyKey: "another-key-of-16",
      objectId: 2,
      createdAt: iso(-90 * MINUTE_MS),
    });
    for (const isWhole of [true, false]) {
      const { purchases, epoch, unclear } = merged([strange], [known], isWhole);
      expect(purchases).toMatchObject([{ key: KEY, transactionId: "TX-1" }]);
      expect([epoch, unclear]).toEqual([EPOCH, []]);
    }
  });

  it("is the purchase's at any time; more than a minute before it, as clocks differ, the epoch ends", () => {
    const at = (ms: number) => merged([row({ createdAt: iso(ms) })], [lost]);
    expect([at(-MINUTE_MS).purchases.length, at(-MINUTE_MS).epoch]).toEqual([1, EPOCH]);
    expect([at(-MINUTE_MS - 1).purchases.length, at(-MINUTE_MS - 1).epoch === EPOCH]).toEqual([1, false]);
  });

  it("adds nothing when it is older than the last row that was read", () => {
    const refunded = { state: "refunded" as const, transactionId: "TX-1", rowAt: NOW + 3_001 };
    expect(learned(refunded, {}).state).toBe("refunded");
    expect(learned({ ...refunded, rowAt: NOW + 3_000 }, {}).state).toBe("captured");
  });

  it("releases the money of a captured purchase that the API has cancelled", () => {
    const taken = { amount: 30_000, currency: "SORIA" as const, at: NOW };
    const voided = learned({ state: "captured", transactionId: "TX-1", taken }, { status: "CANCELED" });
    expect(voided).toMatchObject({ state: "cancelled", isVoided: true });
    expect(voided.taken).toBeUndefined();
  });

  it("asks for all rows of its key when the new ones name another transaction", () => {
    const known = { ...lost, transactionId: "TX-0" };
    const some = merged([row()], [known], false);
    expect(some.unclear).toEqual([KEY]);
    expect(some.purchases).toMatchObject([{ state: "asked", transactionId: "TX-0" }]);
    const all = merged([row()], [known], true);
    expect(all.unclear).toEqual([]);
    expect(all.purchases).toMatchObject([{ state: "captured", transactionId: "TX-1" }]);
  });

  it("leaves the key to the transaction that the ledger names, where both are listed", () => {
    const known = { ...lost, transactionId: "TX-0" };
    const { purchases } = merged([row({ transactionId: "TX-0" }), row()], [known]);
    expect(purchases.map(({ transactionId, key }) => [transactionId, key === KEY])).toEqual([
      ["TX-0", true],
      ["TX-1", false],
    ]);
  });
});

describe("a row without a key", () => {
  const keyless = (change: Partial<BookRow> = {}) => row({ idempotencyKey: undefined, ...change });

  it.each<[string, BookRow, Partial<Purchase>]>([
    ["at the call", keyless(), {}],
    ["a minute before it, as clocks differ", keyless({ createdAt: iso(-MINUTE_MS) }), {}],
    ["75 s after it", keyless({ createdAt: iso(75_000) }), {}],
    [
      "75 s after it was sent again",
      keyless({ createdAt: iso(5 * MINUTE_MS + 75_000) }),
      { sentAt: NOW + 5 * MINUTE_MS },
    ],
    ["of a purchase whose response did not match", keyless(), { state: "mismatch" }],
  ])("belongs to a lost purchase: %s", (_, given, change) => {
    expect(merged([given], [{ ...lost, ...change }]).purchases).toMatchObject([{ transactionId: "TX-1" }]);
  });

  it.each<[string, BookRow, Partial<Purchase>]>([
    ["with a key that is another's", row({ idempotencyKey: "another-key-of-16" }), {}],
    ["for another item", keyless({ objectId: 2 }), {}],
    ["for another quantity", keyless({ quantity: 2 }), {}],
    ["too early", keyless({ createdAt: iso(-MINUTE_MS - 1) }), {}],
    ["too late", keyless({ createdAt: iso(75_001) }), {}],
    ["of a purchase that was refused", keyless(), { state: "refused" }],
    ["of a purchase by card", keyless(), { kind: "card", state: "submitted" }],
    ["of a purchase with its own transaction", keyless(), { state: "mismatch", transactionId: "TX-0" }],
  ])("is a purchase of its own: %s", (_, given, change) => {
    const before = { ...lost, ...change };
    const { purchases, epoch } = merged([given], [before]);
    expect(purchases.find(({ key }) => key === KEY)).toEqual(before);
    expect([purchases.length, epoch]).toEqual([2, EPOCH]);
  });
});
