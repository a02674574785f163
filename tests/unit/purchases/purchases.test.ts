import { describe, expect, it } from "vitest";
import { paymentStateOf } from "~/domain/payment-intent";
import { type State, states } from "~/domain/purchase-summary";
import { formIdFor, isOfOtherEpoch, keyOfIntention, newEpoch, readKey } from "#server/purchases/keys.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { openCheckout } from "#server/purchases/retention.server";
import { DAY_MS, kite, NOW } from "./support";

const purchase = (change: Partial<Purchase> = {}) => kite(NOW, change);

describe("the id of a form", () => {
  const epoch = newEpoch();
  it("is the same for an item until an end was told, and another for another item, member or epoch", () => {
    const key = formIdFor("owner", { epoch, settled: 3 }, "item 5");
    expect(formIdFor("owner", { epoch, settled: 3 }, "item 5")).toBe(key);
    expect(readKey(key)).toBe(key);
    const others = [
      formIdFor("owner", { epoch, settled: 4 }, "item 5"),
      formIdFor("owner", { epoch, settled: 3 }, "item 6"),
      formIdFor("other", { epoch, settled: 3 }, "item 5"),
      formIdFor("owner", { epoch: newEpoch(), settled: 3 }, "item 5"),
    ];
    expect(new Set([key, ...others]).size).toBe(5);
  });

  it("says whether another ledger issued it, which is lost", () => {
    const other = formIdFor("owner", { epoch: newEpoch(), settled: 0 }, "item 5");
    const mine = formIdFor("owner", { epoch, settled: 0 }, "item 5");
    const own = [mine, "key-of-a-purchase-0", `x${mine.replace(epoch, newEpoch())}`];
    expect([other, ...own].map((id) => isOfOtherEpoch(id, epoch))).toEqual([true, false, false, false]);
  });

  it.each([
    undefined,
    1_234_567_890_123_456,
    "",
    "short",
    "x".repeat(65),
    "with a blank inside 0",
    "<script>alert(1)</script>",
  ])("is not %j", (raw) => expect(readKey(raw)).toBeUndefined());
});

describe("where an intent stands", () => {
  const view = { amount: 2400, currency: "USD" } as const;
  const intent = (status: string, more: object = {}) => ({ status, amount: 2400, currency: "usd", ...more });
  it.each([
    [intent("succeeded"), { kind: "succeeded" }],
    [intent("requires_capture"), { kind: "succeeded" }],
    [intent("processing"), { kind: "processing" }],
    [intent("requires_action"), { kind: "action" }],
    [intent("canceled"), { kind: "canceled" }],
    [intent("requires_payment_method"), { kind: "card" }],
    [intent("requires_confirmation"), { kind: "card" }],
    [
      intent("requires_payment_method", { last_payment_error: { code: "expired_card" } }),
      { kind: "card", reason: "expired" },
    ],
    [intent("requires_payment_method", { amount: 2500 }), { kind: "amountChanged" }],
    [intent("requires_payment_method", { currency: "sgd" }), { kind: "amountChanged" }],
    [intent("succeeded", { amount: 2500 }), { kind: "succeeded" }],
    [intent("something_new"), { kind: "unknown" }],
  ])("$status", (given, reading) => expect(paymentStateOf(given, view)).toEqual(reading));
});

describe("the key of a purchase", () => {
  const form = formIdFor("owner", { epoch: "epoch-of-ledger0", settled: 0 }, "item 5");
  const content = { objectId: 5, quantity: 1, unitAmount: 100, currency: "SORIA" } as const;
  const delivery = { ...{ customerName: "a", address: "b" } } as unknown as NonNullable<Purchase["delivery"]>;
  const other = { ...delivery, address: "c" };

  // Member, form, content, turn: each row is another intention.
  const intentions: Parameters<typeof keyOfIntention>[] = [
    ["owner", form, content],
    ["other", form, content],
    ["owner", `${form.slice(0, -1)}_`, content],
    ["owner", "", content],
    ["owner", form, { ...content, objectId: 6 }],
    ["owner", form, { ...content, quantity: 2 }],
    ["owner", form, { ...content, unitAmount: 200 }],
    ["owner", form, { ...content, currency: "POINT" }],
    ["owner", form, { ...content, delivery }],
    ["owner", form, { ...content, delivery: other }],
    ["owner", form, content, 1],
  ];

  it("is the same for the same member, form and content, and another one for each difference", () => {
    const keys = intentions.map((each) => keyOfIntention(...each));
    expect(intentions.map((each) => keyOfIntention(...structuredClone(each)))).toEqual(keys);
    expect(new Set(keys).size).toBe(intentions.length);
    for (const key of keys) expect(readKey(key)).toBe(key);
  });

  it("depends on nothing else: neither on the price of the whole, nor on the order of the fields", () => {
    const more = { ...content, amount: 100, name: "Kite" };
    expect(keyOfIntention("owner", form, more)).toBe(keyOfIntention("owner", form, content));
    const turned = Object.fromEntries(Object.entries(delivery).reverse()) as typeof delivery;
    const withDelivery = (fields: typeof delivery) =>
      keyOfIntention("owner", form, { ...content, delivery: fields });
    expect(withDelivery(turned)).toBe(withDelivery(delivery));
  });

  it("begins with the epoch of its form [M2.11]", () => {
    expect(keyOfIntention("owner", form, content)).toMatch(/^epoch-of-ledger0-[\w-]{32}$/);
    expect(keyOfIntention("owner", "a-form-without-an-epoch", content)).toMatch(/^[\w-]{32}$/);
  });
});

describe("the input of an order", () => {
  const checkout = {
    key: "key-of-an-order-0000",
    version: "1",
    savedAt: NOW,
    fields: {},
  } as unknown as NonNullable<Parameters<typeof openCheckout>[0]>;
  const order = (state: State) => purchase({ kind: "order", key: checkout.key, state });

  it("is removed when its order is captured, and kept in every other state", () => {
    for (const state of states)
      expect(openCheckout(checkout, [order(state)], NOW), state).toBe(
        state === "captured" ? undefined : checkout,
      );
    expect(openCheckout(checkout, [purchase({ state: "captured" })], NOW)).toBe(checkout);
  });

  it("is none before it was typed", () => {
    expect(openCheckout(undefined, [order("asked")], NOW)).toBeUndefined();
    expect(openCheckout(undefined, [], NOW)).toBeUndefined();
  });

  it("is removed 30 days after the last input", () => {
    expect(openCheckout(checkout, [], NOW + 30 * DAY_MS)).toBe(checkout);
    expect(openCheckout(checkout, [], NOW + 30 * DAY_MS + 1)).toBeUndefined();
    // A record of an earlier release does not say when it was saved.
    expect(openCheckout({ ...checkout, savedAt: undefined }, [], NOW + 300 * DAY_MS)).toBeDefined();
  });
});
