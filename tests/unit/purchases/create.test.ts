/** What "buy" starts, continues or refuses: one purchase for each form, and none beside one that may be paid. */
import { describe, expect, it } from "vitest";
import { ApiError } from "#server/errors/api-error";
import { createPurchase, payOrder, unfinishedFor } from "#server/purchases/create.server";
import { type FormContent, keyOfIntention } from "#server/purchases/keys.server";
import { changeLedger, readLedger, readPurchases } from "#server/purchases/ledger.server";
import { MOST_IN_DOUBT, type Purchase } from "#server/purchases/purchase.server";
import { success, tokens, withFakeApi } from "./fake-api";
import { LIST, ORDER, PURCHASE, charged, list } from "./responses";
import { MINUTE_MS, NOW, delivery, iso, kite, newBuyer } from "./support";

const api = withFakeApi(NOW);

const kiteByCard = {
  objectId: 1,
  name: "Kite",
  quantity: 1,
  unitAmount: 500,
  amount: 500,
  currency: "USD",
} as const;
const kiteFromBalance = { ...kiteByCard, unitAmount: 30_000, amount: 30_000, currency: "SORIA" } as const;
const keyOf = (owner: string, wanted: FormContent = kiteFromBalance) =>
  keyOfIntention(owner, NEW_FORM, wanted);
const NEW_FORM = "id-of-a-new-form-000";

/** A purchase by card as the ledger has it. */
const byCard = (change: Partial<Purchase> = {}) => kite(NOW, { ...kiteByCard, kind: "card", ...change });
const order = (change: Partial<Purchase> = {}) => byCard({ kind: "order", delivery, ...change });
const open = { state: "open", transactionId: "TX-0", clientSecret: "pi_0_secret_0" } as const;

const made = { body: { message: "SUCCESS", data: { orderId: 7 } } };
const intent = success({
  ...{ transactionId: "TX-1", status: "CREATED", amount: 500, currency: "USD", createdAt: iso(NOW) },
  clientSecret: "pi_1_secret_2",
});

/** A member with these purchases, whose tokens are valid. */
async function member(...purchases: Purchase[]) {
  const { session, data, owner } = await newBuyer(...purchases);
  const claims = Buffer.from(JSON.stringify({ exp: NOW / 1_000 + 900 })).toString("base64url");
  data.tokens = { ecAccessToken: `e30.${claims}.x` } as typeof data.tokens;
  return { session: Object.assign(session, tokens), data, all: () => readPurchases(owner), owner };
}
const calls = () => api.sent.map(([call]) => call);
const last = (purchases: Purchase[]) => purchases.at(-1);

describe("a form that nothing stands against", () => {
  it("starts a purchase under its own key, though the member has others", async () => {
    const { session, data, all, owner } = await member(kite(NOW, { objectId: 2, state: "captured" }));
    delete data.hasPurchases;
    api.responses = [charged()];
    const outcome = await createPurchase(session, { form: NEW_FORM, wanted: kiteFromBalance });
    expect(outcome).toMatchObject({ kind: "done", purchase: { key: keyOf(owner), form: NEW_FORM } });
    expect(await all()).toHaveLength(2);
    expect(data.hasPurchases).toBe(true);
  });

  it.each([
    [MOST_IN_DOUBT - 1, "done"],
    [MOST_IN_DOUBT, "too-many"],
  ])("with %i purchases of other items that may be paid is %s", async (count, kind) => {
    const others = Array.from({ length: count }, (_, n) =>
      kite(NOW, { key: `key-of-a-purchase-${n}`, objectId: 100 + n, sentAt: NOW }),
    );
    const { session } = await member(...others);
    api.responses = [charged()];
    expect((await createPurchase(session, { form: NEW_FORM, wanted: kiteFromBalance })).kind).toBe(kind);
  });
});

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

describe("a form that was sent before", () => {
  const FORM = "id-of-a-form-sent-00";
  const states = ["captured", "refused", "cancelled", "refunded", "expired"] as const;
  /** A purchase that this form began. */
  const own = (owner: string, content: FormContent, change: Partial<Purchase>) =>
    kite(NOW, { ...content, key: keyOfIntention(owner, FORM, content), form: FORM, ...change });
  async function sent(content: FormContent & Partial<Purchase>, change: Partial<Purchase>) {
    const { session, all, owner } = await member();
    await changeLedger(owner, (draft) => void draft.purchases.push(own(owner, content, change)));
    return { session, all, owner };
  }

  it.each(states)("asks for nothing more once its purchase has ended, as %s", async (state) => {
    const { session, all } = await sent(kiteFromBalance, { state });
    for (let press = 0; press < 3; press += 1) {
      const outcome = await createPurchase(session, { form: FORM, wanted: kiteFromBalance });
      expect(outcome).toMatchObject({ kind: "already", purchase: { state } });
    }
    expect([calls(), (await all()).length]).toEqual([[], 1]);
  });

  it("leads to a purchase that the member gave up while nobody could tell", async () => {
    const { session } = await sent(kiteByCard, { kind: "card", ...open, state: "dropped" });
    const outcome = await createPurchase(session, { form: FORM, wanted: kiteByCard });
    expect([outcome.kind, calls()]).toEqual(["unsettled", []]);
  });

  it.each([
    ["quantity", { quantity: 2, amount: 60_000 }],
    ["price", { unitAmount: 60_000, amount: 60_000 }],
  ])("is one other purchase with another %s, however often it is pressed", async (_, change) => {
    const { session, all } = await sent({ ...kiteFromBalance, ...change }, { state: "captured" });
    api.responses = [charged()];
    const kinds = [];
    for (let press = 0; press < 3; press += 1)
      kinds.push((await createPurchase(session, { form: FORM, wanted: kiteFromBalance })).kind);
    expect([kinds, calls(), (await all()).length]).toEqual([["done", "already", "already"], [PURCHASE], 2]);
  });

  it("is the purchase that a release before 0.4.0 made under the form's own key", async () => {
    const earlier = kite(NOW, { state: "captured" });
    const { session } = await member(earlier);
    const outcome = await createPurchase(session, { form: earlier.key, wanted: kiteFromBalance });
    expect([outcome, calls()]).toMatchObject([{ kind: "already", purchase: { key: earlier.key } }, []]);
  });

  const two = { ...kiteByCard, quantity: 2, amount: 1_000 };

  it("replaces the one that it began with another quantity, and says nothing of that", async () => {
    const intentOfTwo = success({
      ...{ transactionId: "TX-2", status: "CREATED", amount: 1_000, currency: "USD", createdAt: iso(NOW) },
      clientSecret: "pi_2_secret_3",
    });
    const { session, all } = await sent(two, { kind: "card", ...open });
    const unpaid = {
      body: { id: "pi_0", status: "requires_payment_method", amount: 1_000, currency: "usd" },
    };
    const cancelled = (transactionId: string) => success({ transactionId, status: "CANCELED" });
    const ofOne = { body: { ...unpaid.body, id: "pi_1", amount: 500 } };
    api.responses = [unpaid, cancelled("TX-0"), intent, ofOne, cancelled("TX-1"), intentOfTwo];
    expect(await createPurchase(session, { form: FORM, wanted: kiteByCard })).toMatchObject({ kind: "open" });
    const [before, after] = await all();
    expect([before?.state, before?.isUntold, after?.state]).toEqual(["cancelled", undefined, "open"]);
    // Back to the first quantity: it begins anew, under another key.
    expect((await createPurchase(session, { form: FORM, wanted: two })).kind).toBe("open");
    const keys = (await all()).map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([3, 3]);
  });

  it("does not replace one that is paid, as after a backup of the ledger was put back", async () => {
    const { session, all } = await sent(two, { kind: "card", ...open });
    const paid = { body: { id: "pi_0", status: "succeeded", amount: 1_000, currency: "usd" } };
    api.responses = [
      paid,
      success({
        transactionId: "TX-0",
        status: "CAPTURED",
        amount: 1_000,
        currency: "USD",
        createdAt: iso(NOW),
      }),
      intent,
    ];
    const outcome = await createPurchase(session, { form: FORM, wanted: kiteByCard });
    expect([outcome.kind, (await all())[0]?.state]).toEqual(["open", "captured"]);
  });

  it("replaces none of another form", async () => {
    const { session, all } = await member(byCard({ ...open, quantity: 2, amount: 1_000 }));
    api.responses = [intent];
    await createPurchase(session, { form: NEW_FORM, wanted: kiteByCard });
    expect((await all()).map(({ state }) => state)).toEqual(["open", "open"]);
  });
});

describe("an order with delivery", () => {
  const form = { form: NEW_FORM, wanted: kiteByCard, delivery };

  it("is made first, and then has a card intent of its own", async () => {
    const { session } = await member();
    api.responses = [made, intent];
    const outcome = await createPurchase(session, form);
    expect(outcome).toMatchObject({ kind: "open", purchase: { kind: "order", orderId: 7, delivery } });
    expect(calls()).toEqual([ORDER, PURCHASE]);
    expect(api.sent[1]?.[1]).toMatchObject({ orderId: 7 });
  });

  it("offers an intent that the API repeats at the first call, because no card was sent to it", async () => {
    const { session } = await member();
    api.responses = [made, { ...intent, isReplay: true }];
    expect((await createPurchase(session, form)).kind).toBe("open");
  });

  it("that the order service refuses is over, and the member needs no other message", async () => {
    const { session, all, owner } = await member();
    api.responses = [{ body: { message: "OUT_OF_STOCK", data: null } }];
    expect(await createPurchase(session, form)).toMatchObject({
      kind: "refused",
      error: { kind: "business" },
    });
    const purchase = last(await all());
    expect([purchase?.state, purchase?.isUntold, (await readLedger(owner)).settled]).toEqual([
      ...["refused", undefined],
      1,
    ]);
    expect(calls()).toEqual([ORDER]);
  });

  it("has another price when the service says so", async () => {
    const { session } = await member();
    const data = { unitAmount: 600, currency: "USD" };
    api.responses = [{ body: { message: "PRICE_CHANGED", data } }];
    const before = { unitAmount: 500, currency: "USD" };
    expect(await createPurchase(session, form)).toEqual({ kind: "repriced", before, price: data });
  });

  it("is not created when the service does not respond, which the error names", async () => {
    const { session, all } = await member();
    const outcome = await createPurchase(session, form);
    if (outcome.kind !== "not-created") throw new Error(outcome.kind);
    expect(outcome.error).toBeInstanceOf(ApiError);
    expect(outcome.error).toMatchObject({ kind: "no-response", call: "POST /v1/users/orders" });
    expect(outcome.error.message).toContain("not made");
    expect([calls(), last(await all())?.state]).toEqual([[ORDER], "asked"]);
  });
});

describe("an order that waits for its payment", () => {
  it.each<[string, Partial<Purchase>, string[]]>([
    ["is made", { state: "ordered", orderId: 7 }, [PURCHASE]],
    ["is not made yet", { state: "asked" }, [ORDER, PURCHASE]],
  ])("is paid with a new intent when it %s", async (_, change, wanted) => {
    const { session } = await member(order(change));
    api.responses = [...(change.state === "asked" ? [made] : []), intent];
    expect(await payOrder(session, "key-of-a-purchase-0")).toMatchObject({
      kind: "open",
      purchase: { clientSecret: "pi_1_secret_2" },
    });
    expect(calls()).toEqual(wanted);
  });

  it.each<[string, number | undefined, string]>([
    ["when its call was sent before", NOW, "open"],
    ["at the first call, if no card was sent to the intent", undefined, "open"],
  ])("believes a repeated response %s", async (_, sentAt, kind) => {
    const { session } = await member(order({ state: "ordered", orderId: 7, ...(sentAt && { sentAt }) }));
    api.responses = [{ ...intent, isReplay: true }];
    expect(await payOrder(session, "key-of-a-purchase-0")).toMatchObject({ kind });
  });

  it.each<[string, Purchase]>([
    ["of no order", byCard()],
    ["of an order whose intent is open", order(open)],
    ["of an order that is paid", order({ ...open, state: "captured" })],
    ["of another member", order({ key: "key-of-a-purchase-1", state: "ordered" })],
  ])("is not paid by a press %s", async (_, purchase) => {
    const { session } = await member(purchase);
    expect([await payOrder(session, "key-of-a-purchase-0"), calls()]).toEqual([undefined, []]);
  });

  it("gets one intent when two tabs pay for it at once", async () => {
    const { session } = await member(order({ state: "ordered", orderId: 7 }));
    api.responses = [intent, intent];
    const [one, other] = await Promise.all([
      payOrder(session, "key-of-a-purchase-0"),
      createPurchase(session, { form: NEW_FORM, wanted: kiteByCard, delivery }),
    ]);
    expect([one?.kind, other.kind, calls()]).toEqual(["open", "open", [PURCHASE]]);
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
