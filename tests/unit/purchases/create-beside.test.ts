/** What a second form starts or continues beside an earlier purchase of the item. */
import { describe, expect, it } from "vitest";
import { createPurchase, unfinishedFor } from "#server/purchases/create.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { LIST, ORDER, PURCHASE, charged, list } from "./responses";
import { MINUTE_MS, NOW, delivery, kite } from "./support";
import {
  api,
  byCard,
  calls,
  intent,
  kiteByCard,
  kiteFromBalance,
  made,
  member,
  NEW_FORM,
  open,
  order,
  useFakeApi,
} from "./create-support";

useFakeApi();

describe("a second form for an item with an earlier purchase", () => {
  it.each<[string, Purchase]>([
    ["a card that was submitted", byCard({ ...open, state: "submitted" })],
    ["a payment that is not captured", byCard({ ...open, state: "paid" })],
  ])("starts no purchase while the earlier one is %s", async (_, earlier) => {
    const { session, all } = await member(earlier);
    const outcome = await createPurchase(session, { form: NEW_FORM, wanted: kiteByCard });
    expect(outcome).toMatchObject({ kind: "unsettled", purchase: { key: earlier.key } });
    expect([calls(), await all()]).toMatchObject([[], [earlier]]);
  });

  it("looks first how a lost one ended, and starts when nothing was taken", async () => {
    const { session, all } = await member(kite(NOW - 20 * MINUTE_MS, { sentAt: NOW - 20 * MINUTE_MS }));
    api.responses = [list(), list(), charged()];
    const outcome = await createPurchase(session, { form: NEW_FORM, wanted: kiteFromBalance });
    expect(outcome.kind).toBe("done");
    expect(calls()).toEqual([LIST, LIST, PURCHASE]);
    expect((await all()).map(({ state }) => state)).toEqual(["refused", "captured"]);
  });

  it("starts none when it cannot be found out how a lost one ended", async () => {
    const { session } = await member(kite(NOW, { sentAt: NOW }));
    const outcome = await createPurchase(session, { form: NEW_FORM, wanted: kiteFromBalance });
    expect(outcome).toMatchObject({ kind: "unsettled", purchase: { key: "key-of-a-purchase-0" } });
  });

  it("does not ask about one that is known to be paid", async () => {
    const { session } = await member(byCard({ ...open, state: "paid" }));
    await createPurchase(session, { form: NEW_FORM, wanted: kiteByCard });
    expect(calls()).toEqual([]);
  });

  it("starts beside one that the member gave up after a card, and leaves that alone", async () => {
    const dropped = byCard({ ...open, state: "dropped" });
    const { session, all } = await member(dropped);
    api.responses = [intent];
    const outcome = await createPurchase(session, { form: NEW_FORM, wanted: kiteByCard });
    expect(outcome).toMatchObject({ kind: "open", purchase: { form: NEW_FORM, transactionId: "TX-1" } });
    expect((await all())[0]).toMatchObject(dropped);
  });

  it("offers the same card intent again, without a call", async () => {
    const earlier = byCard(open);
    const { session } = await member(earlier);
    const outcome = await createPurchase(session, { form: NEW_FORM, wanted: kiteByCard });
    expect([outcome, calls()]).toMatchObject([{ kind: "open", purchase: earlier }, []]);
  });

  it("sends the call of the same purchase again when it got no response, and believes a repeated one", async () => {
    const { session, all } = await member(byCard({ sentAt: NOW }));
    api.responses = [{ ...intent, isReplay: true }];
    const outcome = await createPurchase(session, { form: NEW_FORM, wanted: kiteByCard });
    expect(outcome).toMatchObject({ kind: "open", purchase: { key: "key-of-a-purchase-0" } });
    expect(await all()).toHaveLength(1);
  });

  it("continues an order that is not made, without its payment where that comes later", async () => {
    const { session } = await member(order());
    api.responses = [made];
    const wanted = { form: NEW_FORM, wanted: kiteByCard, delivery, isPaidLater: true };
    const outcome = await createPurchase(session, wanted);
    expect(outcome).toMatchObject({ kind: "ordered", purchase: { state: "ordered", orderId: 7 } });
    expect(calls()).toEqual([ORDER]);
  });

  it("has nothing to do for an order that is made and paid later", async () => {
    const earlier = order({ state: "ordered", orderId: 7 });
    const { session } = await member(earlier);
    const wanted = { form: NEW_FORM, wanted: kiteByCard, delivery, isPaidLater: true };
    expect(await createPurchase(session, wanted)).toEqual({ kind: "ordered", purchase: earlier });
    expect(calls()).toEqual([]);
  });

  it.each<[string, Partial<Purchase>]>([
    ["quantity", { quantity: 2 }],
    ["amount", { amount: 400 }],
    ["currency", { currency: "SGD" }],
    ["kind", { kind: "order" }],
    ["address", { delivery: { ...delivery, address: "z" } }],
  ])("starts a new one when that has another %s", async (_, change) => {
    const { session, all } = await member(byCard({ ...open, ...change }));
    api.responses = [intent];
    const outcome = await createPurchase(session, { form: NEW_FORM, wanted: kiteByCard });
    expect(outcome).toMatchObject({ kind: "open", purchase: { form: NEW_FORM } });
    expect(await all()).toHaveLength(2);
  });
});

describe("the purchase whose key a new form of an item has", () => {
  const asked = byCard({ key: "key-of-an-asked-card" });
  const opened = byCard({ ...open, key: "key-of-an-open-card-" });
  const find = (...purchases: Purchase[]) =>
    unfinishedFor({ purchases } as Parameters<typeof unfinishedFor>[0], 1, "card");

  it("is the last one that waits for its card, or else the last one that was begun", () => {
    expect(find(opened, asked)).toBe(opened);
    expect(find({ ...opened, key: "key-of-an-older-card" }, opened)).toBe(opened);
    expect(find({ ...asked, key: "key-of-an-older-card" }, asked)).toBe(asked);
    const [first, second] = ["key-of-the-first-card", "key-of-the-second-card"];
    expect(find({ ...opened, key: first }, { ...opened, key: second }, opened)).toBe(opened);
    expect(find({ ...asked, key: first }, { ...asked, key: second }, asked)).toBe(asked);
  });

  it.each<[string, Partial<Purchase>]>([
    ["another item", { objectId: 2 }],
    ["another kind", { kind: "order" }],
    ["an ended purchase", { state: "cancelled" }],
    ["one that may be paid", { state: "submitted" }],
  ])("is not that of %s", (_, change) => {
    expect(find({ ...opened, ...change })).toBeUndefined();
    expect(find({ ...asked, ...change })).toBeUndefined();
  });
});
