/** What becomes of a purchase by the response to its first call: a balance is charged, or an intent made. */
import { describe, expect, it, vi } from "vitest";
import { log } from "#server/observe/log.server";
import { noteKnown } from "#server/api/proposed-fields.server";
import { features } from "#server/purchases/features.server";
import { findPurchase, markTold, readLedger } from "#server/purchases/ledger.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { createIntent, payFromBalance } from "#server/purchases/take-money.server";
import { Code } from "#server/wire/codes";
import { refused, success, tokens, withFakeApi } from "./fake-api";
import { CANCEL, INTENT, LIST, PURCHASE, cancelled, charged, failed, intent, list, row } from "./responses";
import { NOW, iso, kite, newBuyer } from "./support";

const api = withFakeApi(NOW);

/** A purchase whose call has not been sent, and a session that can send it. */
async function begun(change: Partial<Purchase>) {
  const purchase = kite(NOW, change);
  const { session, owner } = await newBuyer(purchase);
  const now = () => findPurchase(owner, purchase.key);
  return { purchase, owner, now, session: Object.assign(session, tokens) };
}

describe("a purchase from a balance", () => {
  async function paid(responses: typeof api.responses, isFirst = true) {
    const { purchase, owner, now, session } = await begun({});
    const { epoch, settled } = await readLedger(owner);
    api.responses = responses;
    const outcome = await payFromBalance(session, purchase, isFirst);
    const after = await readLedger(owner);
    const told = { isNewEpoch: after.epoch !== epoch, settled: after.settled - settled };
    return { outcome, after: await now(), ...told, calls: api.sent.map(([call]) => call) };
  }

  it("is done when the response fits, and is sent with the price that the member saw", async () => {
    const { outcome, after } = await paid([charged()]);
    expect(outcome).toMatchObject({ kind: "done", purchase: { state: "captured" } });
    expect(after).toMatchObject({
      ...{ state: "captured", transactionId: "TX-1", sentAt: NOW },
      taken: { amount: 30_000, currency: "SORIA", at: NOW },
    });
    const body = { transactionMethod: "SORIA", objectId: 1, quantity: 1 };
    expect(api.sent).toEqual([
      [PURCHASE, { ...body, expectedUnitAmount: 30_000, expectedCurrency: "SORIA" }],
    ]);
    expect(features.prices.has).toBe(true);
  });

  it("is sent as the specification names it to an API that has not said that it knows more", async () => {
    noteKnown("product", undefined);
    const { outcome } = await paid([charged()]);
    expect(outcome.kind).toBe("done");
    expect(api.sent).toEqual([[PURCHASE, { transactionMethod: "SORIA", objectId: 1, quantity: 1 }]]);
  });

  it.each<[string, object, string]>([
    ["of another amount", { amount: 29_000 }, "for 29000"],
    ["in another currency", { currency: "POINT" }, "in POINT"],
    ["with another status", { status: "PROCESSING" }, "status PROCESSING"],
    ["with a card intent", { clientSecret: "pi_1_secret_2" }, "a card intent"],
  ])("is not believed when the response is one %s", async (_, change, why) => {
    const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const { outcome, after, calls } = await paid([charged(change), list(), list()]);
    expect([outcome.kind, after?.state]).toEqual(["unsettled", "mismatch"]);
    expect(outcome).toMatchObject({ purchase: { state: "mismatch" } });
    expect(calls).toEqual([PURCHASE, LIST, LIST]);
    expect(error.mock.calls).toEqual([
      [{ call: PURCHASE, objectId: 1, why }, expect.stringContaining("does not fit")],
    ]);
  });

  it.each(["amount", "currency"])("is looked up where the response does not state the %s", async (field) => {
    const { outcome, after, calls } = await paid([charged({ [field]: undefined }), list(), list()]);
    expect([outcome.kind, after?.state, after?.transactionId]).toEqual(["unsettled", "asked", "TX-1"]);
    expect(calls).toEqual([PURCHASE, LIST, LIST]);
    expect(features.prices.has).toBe(false);
  });

  it("is taken over when the API repeats a response at the first call: the form was sent before", async () => {
    const old = iso(NOW - 10 * 60_000);
    const replay = { ...charged({ createdAt: old }), isReplay: true };
    const first = await paid([replay, list(), list()]);
    expect(first.outcome).toMatchObject({ kind: "already", purchase: { state: "captured" } });
    expect(first.after).toMatchObject({ taken: { at: NOW - 10 * 60_000 }, told: { what: "captured" } });
    // The ledger is an older copy, which would issue used form ids again.
    expect(first.isNewEpoch).toBe(true);
    const again = await paid([replay], false);
    expect([again.outcome.kind, again.isNewEpoch]).toEqual(["done", false]);
  });

  it("is taken over without its price, too, and as the list has it now", async () => {
    const refunded = row(0, { transactionId: "TX-1", amountTaken: 0, status: "REFUNDED" });
    const silent = charged({ amount: undefined, currency: undefined, createdAt: undefined });
    const { outcome } = await paid([{ ...silent, isReplay: true }, list([refunded])]);
    expect(outcome).toMatchObject({ kind: "already", purchase: { state: "refunded" } });
  });

  it("is done when the list has it, and was not made when the list is sure to have none", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const found = await paid([charged({ amount: 1 }), list([row(0, { transactionId: "TX-2" })])]);
    expect(found.outcome).toMatchObject({ kind: "done", purchase: { transactionId: "TX-2" } });
    const later = NOW + 10 * 60_000;
    const none = await paid([charged({ amount: 1 }), list([], later), list([], later)]);
    expect(none.outcome).toMatchObject({ kind: "not-created", error: { kind: "shape" } });
    expect(none.outcome).toHaveProperty("error.message", expect.stringContaining("nothing was done"));
    // The page tells it now: no message follows.
    expect([none.after?.state, none.after?.isUntold, none.settled]).toEqual(["refused", undefined, 1]);
  });

  it("is refused where the code proves that nothing was taken, and the page alone tells it", async () => {
    const { outcome, after, settled, isNewEpoch } = await paid([refused(Code.INSUFFICIENT_SORIA)]);
    expect(outcome).toMatchObject({ kind: "refused", error: { code: Code.INSUFFICIENT_SORIA } });
    expect([after?.state, after?.isUntold, settled, isNewEpoch]).toEqual(["refused", undefined, 1, false]);
  });

  it("has another price when the API says so", async () => {
    const { outcome, after } = await paid([
      refused(Code.STORE_PRICE_CHANGED, { unitAmount: 31_000, currency: "SORIA" }),
    ]);
    expect(outcome).toEqual({
      kind: "repriced",
      before: { unitAmount: 30_000, currency: "SORIA" },
      price: { unitAmount: 31_000, currency: "SORIA" },
    });
    expect(after?.state).toBe("refused");
  });

  it.each<[string, (typeof api.responses)[number]]>([
    ["lost", failed],
    ["a 401, which can follow the charge", { status: 401, body: {} }],
    ["a refusal that proves nothing", refused(Code.STORE_PROVIDER_FAILED)],
    [
      "an HTTP error, whatever its code",
      { status: 500, body: { result: Code.INSUFFICIENT_SORIA, message: "" } },
    ],
  ])("is unsettled when the response is %s, and the log names the item", async (_, response) => {
    const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    const { outcome, after } = await paid([response]);
    expect([outcome.kind, after?.state]).toEqual(["unsettled", "asked"]);
    expect(warn).toHaveBeenCalledWith(
      { call: PURCHASE, objectId: 1, quantity: 1 },
      expect.stringContaining("lost"),
    );
  });

  it.each([
    [true, "mismatch", 3],
    [false, "asked", 1],
  ])("whose key is used up is looked up at the first call: %s", async (isFirst, state, calls) => {
    const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const result = await paid([refused(Code.STORE_KEY_REUSED), list(), list()], isFirst);
    const why = error.mock.calls.map(([fields]) => (fields as { why?: string }).why);
    expect(why).toEqual(isFirst ? ["a used key"] : []);
    expect([result.outcome.kind, result.after?.state, result.calls.length]).toEqual([
      "unsettled",
      state,
      calls,
    ]);
  });

  it.each([payFromBalance, createIntent])("throws a bug, and the purchase is not forgotten", async (call) => {
    const { purchase, session, now } = await begun({});
    const bug = Object.assign(session, { accessToken: () => Promise.reject(new TypeError("bug")) });
    await expect(call(bug, purchase, true)).rejects.toThrow("bug");
    expect((await now())?.state).toBe("asked");
  });
});

describe("a card intent", () => {
  const card = { kind: "card", currency: "USD", unitAmount: 250, quantity: 2, amount: 500 } as const;
  const made = (change: object = {}) =>
    success({
      ...{ transactionId: "TX-1", clientSecret: "pi_1_secret_2", status: "CREATED", createdAt: iso(NOW) },
      ...{ amount: 500, currency: "USD", ...change },
    });
  const silent = made({ amount: undefined, currency: undefined });

  async function created(responses: typeof api.responses, isFirst = true, change: Partial<Purchase> = {}) {
    const { purchase, owner, now, session } = await begun({ ...card, ...change });
    const { epoch } = await readLedger(owner);
    api.responses = responses;
    const outcome = await createIntent(session, purchase, isFirst);
    const isNewEpoch = (await readLedger(owner)).epoch !== epoch;
    const after = await now();
    return { outcome, after, isNewEpoch, calls: api.sent.map(([call]) => call) };
  }

  it("is open for the member's card when the response fits", async () => {
    const { outcome, after, calls } = await created([made()], true, {
      kind: "order",
      state: "ordered",
      orderId: 7,
    });
    expect(outcome).toMatchObject({ kind: "open", purchase: { clientSecret: "pi_1_secret_2" } });
    expect(after).toMatchObject({ state: "open", transactionId: "TX-1", clientSecret: "pi_1_secret_2" });
    expect(calls).toEqual([PURCHASE]);
    expect(api.sent[0]?.[1]).toMatchObject({ transactionMethod: "STRIPE", orderId: 7, quantity: 2 });
  });

  it("of another price is cancelled, and the member is told the price", async () => {
    const { outcome, after, calls } = await created([made({ amount: 700 }), cancelled]);
    expect(outcome).toEqual({
      kind: "repriced",
      before: { unitAmount: 250, currency: "USD" },
      price: { unitAmount: 350, currency: "USD" },
    });
    expect([calls, after?.state, after?.isUntold]).toEqual([[PURCHASE, CANCEL], "cancelled", undefined]);
    const other = await created([made({ currency: "SGD" }), failed]);
    expect(other.outcome).toMatchObject({ price: { unitAmount: 250, currency: "SGD" } });
    expect(other.after?.state).toBe("cancelled");
  });

  it.each([
    ["SGD", "USD", "USD"],
    ["USD", "SGD", "SGD"],
    ["USD", "SORIA", "USD"],
  ] as const)("in %s is told in a currency of cards when the response is in %s: %s", async (...names) => {
    const [currency, answered, told] = names;
    const { outcome } = await created([made({ amount: undefined, currency: answered }), cancelled], true, {
      currency,
    });
    expect(outcome).toMatchObject({ kind: "repriced", price: { unitAmount: 250, currency: told } });
  });

  it.each([
    ["nothing contradicts", intent("requires_payment_method"), "open"],
    ["it does not respond", failed, "open"],
    ["it asks for another amount", intent("requires_payment_method", { amount: 600 }), "repriced"],
  ])("is compared with the provider where the API names no price: %s", async (_, response, kind) => {
    const { outcome, calls } = await created([silent, response, cancelled]);
    expect(outcome.kind).toBe(kind);
    expect(calls.slice(0, 2)).toEqual([PURCHASE, INTENT]);
    if (outcome.kind === "repriced") expect(outcome.price).toEqual({ unitAmount: 300, currency: "USD" });
  });

  it.each(["succeeded", "processing", "canceled"])(
    "is never offered when its intent is %s already",
    async (status) => {
      const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
      const { outcome, after, isNewEpoch } = await created([silent, intent(status)]);
      // The form was sent before, and the ledger has lost it since: it is that purchase.
      expect(["already", "unsettled"]).toContain(outcome.kind);
      expect(after).toMatchObject({ transactionId: "TX-1", clientSecret: "pi_1_secret_2" });
      expect(["open", "asked"]).not.toContain(after?.state);
      expect(isNewEpoch).toBe(true);
      expect(error.mock.calls).toEqual([
        [{ call: PURCHASE, transactionId: "TX-1" }, expect.stringContaining("has been used")],
      ]);
    },
  );

  it.each([
    ["has no card intent", made({ clientSecret: undefined }), "no card intent"],
    ["has another status", made({ status: "CAPTURED" }), "status CAPTURED"],
  ])("is looked up when the response %s", async (_, response, why) => {
    const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const { outcome, after, calls } = await created([response, list(), list()]);
    expect([outcome.kind, after?.state]).toEqual(["unsettled", "mismatch"]);
    expect(calls).toEqual([PURCHASE, LIST, LIST]);
    expect(error.mock.calls[0]?.[0]).toEqual({ call: PURCHASE, objectId: 1, why });
  });

  it("may be repeated by the API once its call was sent before", async () => {
    expect((await created([{ ...made(), isReplay: true }], false)).outcome.kind).toBe("open");
  });

  it("that was not made can be tried again with the same form", async () => {
    const { outcome, after, isNewEpoch } = await created([failed]);
    expect([outcome.kind, after?.state, isNewEpoch]).toEqual(["not-created", "asked", false]);
  });

  it.each([
    [Code.STORE_INVALID_QUANTITY, false],
    [Code.STORE_KEY_REUSED, true],
    [Code.STORE_KEY_EXPIRED, true],
  ])("is refused with %d, and only a key that is used up changes the next one: %s", async (code, isNew) => {
    const { outcome, after, isNewEpoch } = await created([refused(code)]);
    expect(outcome).toMatchObject({ kind: "refused", error: { code } });
    expect([after?.state, after?.isUntold, isNewEpoch]).toEqual(["refused", undefined, isNew]);
  });

  it("is refused with the new price", async () => {
    const { outcome } = await created([
      refused(Code.STORE_PRICE_CHANGED, { unitAmount: 260, currency: "USD" }),
    ]);
    expect(outcome).toMatchObject({ kind: "repriced", price: { unitAmount: 260, currency: "USD" } });
  });
});

it("an outcome that the response tells is told once, and changes the next key", async () => {
  const { owner, purchase, now } = await begun({ state: "refused", isUntold: true });
  const what = "refused";
  await markTold(owner, [{ key: "unknown", what }]);
  expect((await now())?.isUntold).toBe(true);
  await markTold(owner, [{ key: purchase.key, what }]);
  await markTold(owner, [{ key: purchase.key, what }]);
  expect([(await now())?.isUntold, (await readLedger(owner)).settled]).toEqual([undefined, 1]);
});
