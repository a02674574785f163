/** What is known of one purchase: who must look at it, how long it waits, and what is kept of it. */
import { describe, expect, it } from "vitest";
import { kinds, type State, states } from "~/domain/purchase-summary";
import {
  applyEvent,
  type Checkout,
  checkoutSchema,
  costOf,
  endedCheckoutSchema,
  hasIntent,
  intentIdOf,
  isCardPurchase,
  isDue,
  isFromBalance,
  isLost,
  isShown,
  isWatched,
  mayBePaid,
  methodOf,
  type Purchase,
  purchaseSchema,
  scheduleNextCheck,
} from "#server/purchases/purchase.server";
import { endedCheckout, isOverdue, pruned } from "#server/purchases/retention.server";
import { dueNews } from "#server/purchases/told.server";
import { DAY_MS, MINUTE_MS, NOW, delivery, kite } from "./support";

const purchase = (change: Partial<Purchase> = {}) => kite(NOW, change);

/** Returns the kinds and states for which a predicate holds, as "kind state". */
const where = (is: (one: Purchase) => boolean, only: (one: Purchase) => boolean = () => true) =>
  kinds.flatMap((kind) =>
    states
      .map((state) => purchase({ kind, state }))
      .filter((each) => only(each) && is(each))
      .map(({ state }) => `${kind} ${state}`),
  );

describe("a purchase", () => {
  it("is lost while only the API knows the result of the call that takes the money", () => {
    expect(where(isLost)).toEqual([
      ...["balance asked", "balance unclear", "balance mismatch"],
      ...["card unclear", "card mismatch", "order unclear", "order mismatch"],
    ]);
  });

  it("is shown wherever the member might buy again, until it has ended", () => {
    const hidden = where((one) => !isShown(one)).filter(
      (name) => !/captured|refused|cancelled|refunded|expired/.test(name),
    );
    expect(hidden).toEqual(["card asked", "order asked"]);
    expect(where(isShown).filter((name) => /captured|refused|cancelled|refunded|expired/.test(name))).toEqual(
      [],
    );
  });

  it("may be paid while it has not ended and money may have moved", () => {
    const open = ["submitted", "dropped", "unclear", "mismatch", "paid", "confirming"];
    expect(where(mayBePaid)).toEqual([
      "balance asked",
      ...kinds.flatMap((kind) => open.map((state) => `${kind} ${state}`)),
    ]);
  });

  it("is watched after it was given up until a late charge is out of the question", () => {
    const given = purchase({ kind: "card", state: "cancelled", lateUntil: NOW + 1 });
    expect([isWatched(given, NOW), isWatched(given, NOW + 1)]).toEqual([true, false]);
    expect(isWatched({ ...given, lateUntil: undefined }, NOW)).toBe(false);
    expect(isWatched({ ...given, state: "refused" }, NOW)).toBe(false);
    expect(isDue({ ...given, lookAt: NOW + 1 }, NOW)).toBe(false);
    expect(isDue({ ...given, lookAt: NOW }, NOW)).toBe(true);
    expect(isDue(purchase({ state: "captured" }), NOW)).toBe(false);
  });

  it.each([
    ["balance", "asked", 90],
    ["balance", "unclear", 90],
    ["card", "open", 1],
    ["card", "asked", 1],
    ["card", "submitted", 90],
    ["order", "ordered", 30],
    ["order", "open", 30],
    ["order", "confirming", 90],
  ] as const)("%s, %s, expires after %d days", (kind, state, days) => {
    const waiting = purchase({ kind, state });
    expect(isOverdue(waiting, NOW + days * DAY_MS)).toBe(false);
    expect(isOverdue(waiting, NOW + days * DAY_MS + 1)).toBe(true);
  });

  it("does not expire once it has ended", () => {
    expect(isOverdue(purchase({ state: "captured" }), NOW + 1_000 * DAY_MS)).toBe(false);
  });

  it("costs whole units of its balance, and is paid with the balance or by card", () => {
    expect([30_000, 30_001, 1].map((amount) => costOf(purchase({ amount })))).toEqual([300, 301, 1]);
    const currencies = ["SORIA", "SORIA_PLUS", "POINT", "USD", "SGD"] as const;
    expect(currencies.map(isFromBalance)).toEqual([true, true, true, false, false]);
    expect(currencies.map(methodOf)).toEqual(["SORIA", "SORIA_PLUS", "POINT", "STRIPE", "STRIPE"]);
  });
});

describe("the intent of a card", () => {
  const [transactionId, clientSecret, intentId] = ["TX-1", "pi_1_secret_2", "pi_3"];

  it("is known by its id or its secret, with the transaction", () => {
    const given: Partial<Purchase>[] = [
      { transactionId, clientSecret },
      { transactionId, intentId },
      { transactionId },
      { clientSecret, intentId },
    ];
    expect(given.map((change) => hasIntent(purchase(change)))).toEqual([true, true, false, false]);
    expect(given.map((change) => isCardPurchase(purchase(change)))).toEqual([true, false, false, false]);
    expect([hasIntent(undefined), isCardPurchase(undefined)]).toEqual([false, false]);
  });

  it("has the id of the list, else the one in its secret", () => {
    const ids = [{ clientSecret }, { clientSecret, intentId }, { intentId }, {}];
    expect(ids.map((change) => intentIdOf(purchase(change)))).toEqual(["pi_1", "pi_3", "pi_3", ""]);
  });
});

describe("an event", () => {
  it("that the state ignores changes nothing", () => {
    const bought = purchase({ state: "captured" });
    expect(applyEvent(bought, "drop", NOW + 1)).toBe(false);
    expect(bought).toEqual(purchase({ state: "captured" }));
  });

  it("that leads on resets the checks, and the first one waits while the member enters a card", () => {
    const open = purchase({ kind: "card", state: "open", looks: 5, lookAt: 0 });
    expect(applyEvent(open, "submit", NOW + 1)).toBe(true);
    expect(open).toEqual(
      purchase({ kind: "card", state: "submitted", changedAt: NOW + 1, lookAt: NOW + 1 + 20_000 }),
    );
    applyEvent(open, "succeed", NOW + 2);
    expect(open).toMatchObject({ state: "paid", looks: 0, lookAt: NOW + 2 });
  });

  it.each<[Purchase["kind"], State, Parameters<typeof applyEvent>[1], State, boolean]>([
    ["card", "open", "expire", "expired", false],
    ["card", "submitted", "expire", "expired", true],
    ["balance", "asked", "expire", "expired", true],
    ["balance", "asked", "refuse", "refused", true],
    ["balance", "asked", "found", "captured", true],
    ["card", "open", "drop", "cancelled", true],
  ])(
    "ends a %s purchase: %s, %s leads to %s, and the member is told: %s",
    (kind, state, event, end, isTold) => {
      const one = purchase({ kind, state });
      applyEvent(one, event, NOW);
      expect([one.state, dueNews(one) !== undefined]).toEqual([end, isTold]);
    },
  );

  it("schedules the next check in doubling steps, from the eleventh minute on", () => {
    const one = purchase({ kind: "card", state: "submitted" });
    scheduleNextCheck(one, NOW + 10 * MINUTE_MS - 1);
    expect([one.lookAt, one.looks]).toEqual([NOW + 10 * MINUTE_MS - 1 + 20_000, 0]);
    const now = NOW + 10 * MINUTE_MS;
    const waits = [1, 2, 3].map(() => {
      scheduleNextCheck(one, now);
      return one.lookAt - now;
    });
    expect([waits, one.looks]).toEqual([[20_000, 40_000, 80_000], 3]);
    scheduleNextCheck(Object.assign(one, { looks: 5_000 }), now);
    expect(one.lookAt - now).toBe(6 * 60 * MINUTE_MS);
  });
});

describe("what is kept", () => {
  const after = (days: number, change: Partial<Purchase>) =>
    pruned([purchase(change)], NOW + days * DAY_MS).length === 1;

  it.each<[string, Partial<Purchase>, number]>([
    ["an end that was told", { state: "captured", told: { what: "captured", version: 1, at: NOW } }, 90],
    ["an end that was not told", { state: "captured" }, 180],
    [
      "an end that differs from what was told",
      { state: "refunded", told: { what: "captured", version: 1, at: NOW } },
      180,
    ],
    ["a purchase that has not ended", { state: "unclear" }, 180],
  ])("%s", (_, change, days) => {
    expect(after(days - 1, change)).toBe(true);
    expect(after(days, change)).toBe(false);
  });

  it("are the 200 newest ends, in their order", () => {
    const key = (at: number) => `key-of-a-purchase-${at}`;
    const all = Array.from({ length: 210 }, (_, at) =>
      purchase({
        ...{ key: key(at), state: "refused", changedAt: NOW - ((at * 37) % 210) },
        told: { what: "refused", version: 1, at: NOW },
      }),
    );
    const kept = pruned(all, NOW);
    expect(kept).toEqual(all.filter(({ changedAt }) => NOW - changedAt < 200));
    expect(kept).toHaveLength(200);
    // Those that have not ended are kept beside them.
    expect(pruned([purchase({ state: "unclear" }), ...all], NOW)).toHaveLength(201);
  });
});

describe("a record in the ledger", () => {
  const whole = {
    ...purchase({ transactionId: "TX-1", clientSecret: "pi_1_secret_2", intentId: "pi_1", sentAt: NOW }),
    ...{
      form: "form-of-a-purchase-0",
      isReplaced: true,
      isVoided: true,
      needsConfirm: true,
      isPageSeen: true,
    },
    ...{ reading: { kind: "card" as const, reason: "declined" as const }, rowAt: NOW },
    ...{ news: { what: "captured", version: 2, at: NOW }, told: { what: "refused", version: 1, at: NOW } },
    ...{ orderId: 7, orderNumber: "R-7", delivery, line: "3", isDeclined: true },
    ...{ lateUntil: NOW, isUntold: true, refusals: 2 },
    taken: { amount: 30_000, currency: "SORIA" as const, at: NOW, refunded: 1 },
    lines: [{ id: "3", at: "2026-01-15", amount: 300, note: "Kite", currency: "SORIA" as const }],
  };
  const { currency, unitAmount, amount, objectId, name, quantity } = whole;
  const order = { currency, unitAmount, amount, objectId, name, quantity, key: "k", version: "v" };
  const checkout: Checkout = { ...order, fields: delivery, savedAt: NOW };

  it("is read back as it was written", () => {
    expect(purchaseSchema.parse(structuredClone(whole))).toEqual(whole);
    expect(purchaseSchema.parse({ ...whole, orderId: "O-7" }).orderId).toBe("O-7");
    expect(checkoutSchema.parse(structuredClone(checkout))).toEqual(checkout);
  });

  it.each([
    ...["key", "kind", "state", "objectId", "name", "quantity", "unitAmount", "amount", "currency"],
    ...["createdAt", "changedAt"],
  ])("is not read without its %s", (field) => {
    expect(purchaseSchema.safeParse({ ...whole, [field]: undefined }).success).toBe(false);
  });

  it.each([
    ["a part of a delivery", { delivery: { ...delivery, address: undefined } }],
    ["money taken without a time", { taken: { ...whole.taken, at: undefined } }],
    ["a line without its amount", { lines: [{ ...whole.lines[0], amount: undefined }] }],
    ["a key with a blank", { key: "key of a purchase-0" }],
    ["a key that is too short", { key: "x".repeat(15) }],
    ["a key that is too long", { key: "x".repeat(65) }],
    ["a key that begins with another character", { key: `.${"x".repeat(16)}` }],
    ["a key that ends with another character", { key: `${"x".repeat(16)}.` }],
  ])("is not read with %s", (_, change) => {
    expect(purchaseSchema.safeParse({ ...whole, ...change }).success).toBe(false);
  });

  it("of a removed order says whether it was paid, and nothing that the member typed", () => {
    const bought = purchase({ form: checkout.key, state: "captured" });
    expect(endedCheckout(checkout, [purchase({ key: "other" }), bought])).toEqual({
      objectId: 1,
      key: bought.key,
      isCaptured: true,
    });
    for (const other of [
      { ...bought, form: "other" },
      { ...bought, state: "refused" as const },
    ])
      expect(endedCheckout(checkout, [other]).isCaptured).toBe(false);
    const ended = endedCheckout(checkout, []);
    expect(endedCheckoutSchema.parse(ended)).toEqual(ended);
    expect(endedCheckoutSchema.safeParse({ ...ended, isCaptured: undefined }).success).toBe(false);
  });
});
