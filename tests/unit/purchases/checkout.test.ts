/** The input of an order with delivery, from its form to its confirmation. */
import { describe, expect, it, vi } from "vitest";
import { checkoutOf, keepCheckout, openFields, repriceCheckout } from "#server/purchases/create.server";
import { changeLedger, readLedger } from "#server/purchases/ledger.server";
import type { Purchase, Wanted } from "#server/purchases/purchase.server";
import { DAY_MS, NOW, delivery, kite, newBuyer, withClockAt } from "./support";

withClockAt(NOW);

describe("the input of an order with delivery", () => {
  const fields = delivery;
  const wanted = (objectId = 1): Wanted => ({
    ...{ objectId, name: "Kite", quantity: 1, unitAmount: 500, amount: 500, currency: "USD" },
  });
  const order = (change: Partial<Purchase>) => kite(NOW, { kind: "order", currency: "USD", ...change });

  it("waits under one key while it is changed, with a version for each change", async () => {
    const { session, owner } = await newBuyer();
    expect(await checkoutOf(session, 1)).toEqual({});
    await keepCheckout(session, wanted(), fields);
    const first = (await checkoutOf(session, 1)).checkout;
    expect(first).toMatchObject({ ...wanted(), fields, savedAt: NOW });
    await keepCheckout(session, wanted(), { ...fields, address: "other" });
    const second = (await checkoutOf(session, 1)).checkout;
    expect(second?.fields.address).toBe("other");
    expect([second?.key === first?.key, second?.version === first?.version]).toEqual([true, false]);
    await repriceCheckout(session, { ...wanted(), unitAmount: 600, amount: 600 });
    const third = (await checkoutOf(session, 1)).checkout;
    expect(third).toMatchObject({ key: first?.key, amount: 600, fields: { address: "other" } });
    expect(third?.version).not.toBe(second?.version);
    await keepCheckout(session, wanted(2), fields);
    expect(await checkoutOf(session, 1)).toEqual({});
    expect((await readLedger(owner)).checkout?.key).not.toBe(first?.key);
  });

  it("fills the form of its item again, and of no other, for 30 days", async () => {
    const { session, owner } = await newBuyer();
    const filled = async (objectId: number) => openFields(await readLedger(owner), objectId);
    expect(await filled(1)).toBeUndefined();
    await keepCheckout(session, wanted(), fields);
    expect([await filled(1), await filled(2)]).toEqual([fields, undefined]);
    vi.setSystemTime(NOW + 30 * DAY_MS + 1);
    expect(await filled(1)).toBeUndefined();
  });

  it("has another key once the order under its key has ended", async () => {
    const { session, owner } = await newBuyer();
    await keepCheckout(session, wanted(), fields);
    const { key = "" } = (await checkoutOf(session, 1)).checkout ?? {};
    await changeLedger(owner, (draft) => {
      draft.settled = 1;
      draft.purchases.push(
        order({ key, state: "refused" }),
        order({ key: "another-order-00", state: "captured" }),
      );
    });
    await keepCheckout(session, wanted(), fields);
    expect((await readLedger(owner)).checkout?.key).not.toBe(key);
  });

  it("takes over the key of an order that waits for its payment", async () => {
    const { session, owner } = await newBuyer(order({ state: "ordered" }));
    await keepCheckout(session, wanted(), fields);
    expect((await readLedger(owner)).checkout?.key).toBe("key-of-a-purchase-0");
  });

  it.each(["submitted", "paid", "confirming", "captured"] as const)(
    "leads to its order once that is %s, and to the newest of the item",
    async (state) => {
      const { session, owner } = await newBuyer();
      await keepCheckout(session, wanted(), fields);
      const { key = "" } = (await checkoutOf(session, 1)).checkout ?? {};
      const older = order({ key: "older-order-00000", state: "captured" });
      await changeLedger(owner, (draft) => void draft.purchases.push(older, order({ key, state })));
      expect(await checkoutOf(session, 1)).toEqual({ placedKey: key });
      expect(await checkoutOf(session, 2)).toEqual({});
    },
  );

  it("waits while its order is only made, and leads to placed orders of its item alone", async () => {
    const { session, owner } = await newBuyer();
    await keepCheckout(session, wanted(), fields);
    const { checkout } = await checkoutOf(session, 1);
    const made = order({ key: checkout?.key ?? "", state: "ordered" });
    const others = [
      order({ objectId: 2, key: "other-item-order0", state: "captured" }),
      kite(NOW, { state: "captured" }),
    ];
    await changeLedger(owner, (draft) => void draft.purchases.push(made, ...others));
    expect(await checkoutOf(session, 1)).toEqual({ checkout });
  });

  it("is gone after 30 days: the page says so, or leads to the order that was made of it", async () => {
    const { session, owner } = await newBuyer();
    await keepCheckout(session, wanted(), fields);
    const { key = "" } = (await checkoutOf(session, 1)).checkout ?? {};
    vi.setSystemTime(NOW + 30 * DAY_MS + 1);
    expect(await checkoutOf(session, 1)).toEqual({ isExpired: true });
    await changeLedger(owner, () => undefined);
    expect(await checkoutOf(session, 1)).toEqual({ isExpired: true });
    expect(await checkoutOf(session, 2)).toEqual({});
    const made = order({ key, state: "ordered", createdAt: Date.now(), changedAt: Date.now() });
    await changeLedger(owner, (draft) => void draft.purchases.push(made));
    expect(await checkoutOf(session, 1)).toEqual({ placedKey: key });
  });

  it("keeps its key while other purchases end, which would change the next one", async () => {
    const { session, owner } = await newBuyer();
    await keepCheckout(session, wanted(), fields);
    const { key } = (await checkoutOf(session, 1)).checkout ?? {};
    await changeLedger(owner, (draft) => {
      draft.settled = 1;
      draft.purchases.push(order({ key: "another-order-00", state: "captured" }));
    });
    await keepCheckout(session, wanted(), fields);
    expect((await readLedger(owner)).checkout?.key).toBe(key);
    // An order of the item that was placed before does not replace the input.
    expect((await checkoutOf(session, 1)).checkout?.key).toBe(key);
    vi.setSystemTime(NOW + 30 * DAY_MS + 1);
    expect(await checkoutOf(session, 1)).toEqual({ isExpired: true });
  });

  it("is not needed for the newest placed order of the item, whatever became of later ones", async () => {
    const placed = (n: number) => order({ key: `placed-order-0000${n}`, state: "captured" });
    const { session } = await newBuyer(
      ...[placed(1), placed(2), placed(3)],
      order({ key: "refused-order-000", state: "refused" }),
      kite(NOW, { key: "a-balance-purchase", state: "captured" }),
    );
    expect(await checkoutOf(session, 1)).toEqual({ placedKey: "placed-order-00003" });
    const other = await newBuyer(kite(NOW, { state: "captured" }));
    expect(await checkoutOf(other.session, 1)).toEqual({});
  });

  it("has no price to change where none waits", async () => {
    const { session, owner } = await newBuyer();
    await repriceCheckout(session, wanted());
    expect((await readLedger(owner)).checkout).toBeUndefined();
  });
});
