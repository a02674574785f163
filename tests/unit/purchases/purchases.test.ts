import { describe, expect, it } from "vitest";
import { paymentStateOf } from "~/domain/payment-intent";
import { type Kind, kinds, type State, states } from "~/domain/purchase-summary";
import { formIdFor, isOfOtherEpoch, keyOfIntention, newEpoch, readKey } from "#server/purchases/keys.server";
import {
  type Event,
  events,
  isEnd,
  isInDoubt,
  type Money,
  moneyOf,
  next,
  transitions,
} from "#server/purchases/machine.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { openCheckout } from "#server/purchases/retention.server";
import { DAY_MS, kite, NOW } from "./support";

const purchase = (change: Partial<Purchase> = {}) => kite(NOW, change);

/** Transitions of a card purchase in any state, caused by the provider, the capture or the API's list. */
const card = (captured: State): Partial<Record<State, Partial<Record<Event, State>>>> => ({
  open: {
    submit: "submitted",
    drop: "cancelled",
    cancel: "cancelled",
    expire: "expired",
    succeed: "paid",
    capture: captured,
    refund: "refunded",
  },
  submitted: {
    submit: "submitted",
    drop: "dropped",
    decline: "cancelled",
    cancel: "cancelled",
    expire: "expired",
    succeed: "paid",
    capture: captured,
    refund: "refunded",
  },
  dropped: {
    decline: "cancelled",
    cancel: "cancelled",
    expire: "expired",
    succeed: "paid",
    capture: captured,
    refund: "refunded",
  },
  mismatch: {
    found: "captured",
    "found-none": "refused",
    "found-several": "unclear",
    cancel: "cancelled",
    expire: "expired",
    succeed: "paid",
    capture: captured,
    refund: "refunded",
  },
  unclear,
  paid: {
    capture: captured,
    void: "cancelled",
    refund: "refunded",
    "say-refunded": "refunded",
    expire: "expired",
  },
  captured: { refund: "refunded", void: "cancelled" },
  refunded: { found: "captured" },
  refused: { found: "captured", succeed: "paid", capture: captured, refund: "refunded" },
  cancelled: { found: "captured", succeed: "paid", capture: captured, refund: "refunded" },
  expired: { found: "captured", succeed: "paid", capture: captured, refund: "refunded" },
});

const unclear: Partial<Record<Event, State>> = {
  found: "captured",
  "found-none": "refused",
  "say-taken": "captured",
  "say-not-taken": "refused",
  refund: "refunded",
  expire: "expired",
};

/** All transitions; any other event has no effect. docs/purchases.md#the-states is a summary. */
const tableOf = (): Record<Kind, Partial<Record<State, Partial<Record<Event, State>>>>> => ({
  balance: {
    asked: {
      capture: "captured",
      refuse: "refused",
      misfit: "mismatch",
      found: "captured",
      "found-none": "refused",
      "found-several": "unclear",
      refund: "refunded",
      expire: "expired",
    },
    mismatch: {
      found: "captured",
      "found-none": "refused",
      "found-several": "unclear",
      refund: "refunded",
      expire: "expired",
    },
    unclear,
    captured: { refund: "refunded", void: "cancelled" },
    refunded: { found: "captured" },
    cancelled: { found: "captured", refund: "refunded" },
    refused: { found: "captured", refund: "refunded" },
    expired: { found: "captured", refund: "refunded" },
  },
  card: {
    asked: {
      "intent-made": "open",
      refuse: "refused",
      misfit: "mismatch",
      drop: "cancelled",
      cancel: "cancelled",
      capture: "captured",
      refund: "refunded",
      expire: "expired",
    },
    ...card("captured"),
  },
  order: {
    asked: {
      "order-made": "ordered",
      refuse: "refused",
      misfit: "mismatch",
      drop: "cancelled",
      expire: "expired",
    },
    ordered: {
      "intent-made": "open",
      refuse: "refused",
      misfit: "mismatch",
      drop: "cancelled",
      cancel: "cancelled",
      capture: "confirming",
      refund: "refunded",
      expire: "expired",
    },
    ...card("confirming"),
    confirming: { confirm: "captured", void: "cancelled", refund: "refunded", "say-refunded": "refunded" },
  },
});
const table = tableOf();

describe("the machine", () => {
  it("is this table, whole", () => {
    expect(transitions).toEqual(table);
    for (const kind of kinds)
      for (const state of states)
        for (const event of events) expect(next(kind, state, event)).toBe(table[kind][state]?.[event]);
  });

  it.each(kinds)("lets every %s that is not ended reach an end, and every state be reached", (kind) => {
    const reached = new Set<State>(["asked"]);
    const from = (state: State, seen = new Set<State>()): boolean => {
      if (isEnd(state)) return true;
      seen.add(state);
      const steps = Object.values(transitions[kind][state] ?? {});
      for (const each of steps) reached.add(each);
      return steps.map((each) => seen.has(each) || from(each, new Set(seen))).some(Boolean);
    };
    expect(from("asked")).toBe(true);
    for (const state of [...reached])
      Object.values(transitions[kind][state] ?? {}).forEach((each) => reached.add(each));
    for (const state of Object.keys(transitions[kind]) as State[]) {
      expect(reached.has(state), state).toBe(true);
      expect(from(state), state).toBe(true);
    }
  });

  it("never lets money that was or may be taken be given up for good by the member", () => {
    for (const kind of kinds)
      for (const state of states) {
        const after = next(kind, state, "drop");
        if (after === "cancelled") expect(moneyOf(kind, state)).toBe("not-taken");
      }
  });

  it("says of every state what is known of the money, and whether it is an end", () => {
    const by = (kind: Kind, money: Money) => states.filter((state) => moneyOf(kind, state) === money);
    for (const kind of kinds) {
      const [asked, unasked] = kind === "balance" ? [["asked"], []] : [[], ["asked"]];
      expect(by(kind, "not-taken")).toEqual([...unasked, "ordered", "open", "refused", "cancelled"]);
      const maybe = [...asked, "submitted", "dropped", "unclear", "mismatch", "expired"];
      expect(by(kind, "maybe-taken")).toEqual(maybe);
      expect(by(kind, "taken")).toEqual(["paid", "confirming", "captured"]);
      expect(by(kind, "given-back")).toEqual(["refunded"]);
    }
    expect(states.filter(isEnd)).toEqual(["captured", "refused", "cancelled", "refunded", "expired"]);
  });

  it("has the reconciler look at everything that may have taken money and can still be asked about", () => {
    const looked = (kind: Kind) =>
      states.filter((state) => transitions[kind][state] && isInDoubt(kind, state));
    expect(looked("balance")).toEqual(["asked", "mismatch"]);
    expect(looked("card")).toEqual(["submitted", "dropped", "mismatch", "paid"]);
    expect(looked("order")).toEqual(["asked", "submitted", "dropped", "mismatch", "paid", "confirming"]);
  });
});

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
