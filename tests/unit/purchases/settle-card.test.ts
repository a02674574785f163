/** How a card purchase ends, by what the payment provider and the product API say of it. */
import { describe, expect, it, vi } from "vitest";
import { log } from "#server/observe/log.server";
import { findPurchase } from "#server/purchases/ledger.server";
import type { IntentPurchase, Purchase } from "#server/purchases/purchase.server";
import { settleCard } from "#server/purchases/settle.server";
import { Code } from "#server/wire/codes";
import { buyerOf, refused, withFakeApi } from "./fake-api";
import { CANCEL, CAPTURE, INTENT, LIST, captured, cardRow, failed, intent, list } from "./responses";
import { DAY_MS, MINUTE_MS, NOW, kite, newBuyer } from "./support";

const api = withFakeApi(NOW);

/** Settles a new card purchase with these responses. @returns the purchase afterwards, and what the calls were */
async function settled(responses: typeof api.responses, change: Partial<Purchase> = {}) {
  const purchase = kite(NOW, {
    ...{ kind: "card", state: "submitted", unitAmount: 500, amount: 500, currency: "USD", sentAt: NOW },
    ...{ transactionId: "TX-1", clientSecret: "pi_1_secret_2", ...change },
  }) as IntentPurchase;
  const { owner } = await newBuyer(purchase);
  api.responses = responses;
  const reading = await settleCard(buyerOf(owner), purchase);
  const after = await findPurchase(owner, purchase.key);
  return { after, state: after?.state, reading: reading.kind, calls: api.sent.map(([call]) => call) };
}

describe("a card payment that the provider reports", () => {
  it("is captured at the API, for what the API took", async () => {
    const info = vi.spyOn(log, "info").mockImplementation(() => undefined);
    const { after, reading } = await settled([intent("succeeded"), captured()]);
    expect(after).toMatchObject({ state: "captured", taken: { amount: 500, currency: "USD", at: NOW } });
    expect(reading).toBe("succeeded");
    const body = { transactionMethod: "STRIPE", transactionId: "TX-1", externalTransactionId: "pi_1" };
    expect(api.sent).toEqual([[INTENT], [CAPTURE, body]]);
    expect(info).toHaveBeenCalledWith({ transactionId: "TX-1" }, "payment captured");
  });

  it("is captured for the provider's charge where the API does not say what it took", async () => {
    const silent = captured({ amount: undefined, currency: undefined, createdAt: undefined });
    const { after } = await settled([intent("succeeded", { amount: 510 }), silent]);
    expect(after?.taken).toEqual({ amount: 510, currency: "USD", at: NOW });
    const unknown = await settled([intent("succeeded", { currency: "eur" }), silent]);
    expect([unknown.state, unknown.after?.taken]).toEqual(["captured", undefined]);
  });

  it("stays paid, and is logged, when the API does not capture it in three attempts", async () => {
    const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const { state, calls } = await settled([intent("succeeded")]);
    expect([state, calls]).toEqual(["paid", [INTENT, CAPTURE, CAPTURE, CAPTURE]]);
    expect(error.mock.calls).toEqual([
      [{ transactionId: "TX-1", objectId: 1, code: undefined }, "paid, but not captured"],
    ]);
  });

  it("is captured again without the provider once it is paid", async () => {
    const { state, calls, reading } = await settled([captured()], { state: "paid" });
    expect([state, calls, reading]).toEqual(["captured", [CAPTURE], "succeeded"]);
  });

  it("is tried three times while the API has not seen the payment", async () => {
    const notYet = refused(Code.STORE_NOT_PAID);
    const { state, calls } = await settled([intent("succeeded"), notYet, notYet, captured()]);
    expect([state, calls.length]).toEqual(["captured", 4]);
  });

  it.each([Code.STORE_TRANSACTION_MISMATCH, Code.STORE_TRANSACTION_NOT_FOUND])(
    "is looked up in the API's list after the refusal %d, which no attempt can change",
    async (code) => {
      const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
      const { state, calls } = await settled([intent("succeeded"), refused(code), list(), list()]);
      expect([state, calls]).toEqual(["paid", [INTENT, CAPTURE, LIST, LIST]]);
      expect(error.mock.calls[0]?.[0]).toMatchObject({ code });
    },
  );

  it.each([
    ["REFUNDED", "refunded"],
    ["CREATED", "paid"],
  ])("ends as the API says where it ended otherwise: %s", async (status, state) => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const end = refused(Code.STORE_ENDED_OTHERWISE, { status });
    expect((await settled([intent("succeeded"), end, list(), list()])).state).toBe(state);
  });

  it("was refunded when the API answers its capture so", async () => {
    const { state, calls } = await settled([intent("succeeded"), captured({ status: "REFUNDED" })]);
    expect([state, calls]).toEqual(["refunded", [INTENT, CAPTURE]]);
  });

  it.each([
    ["another transaction", { transactionId: "TX-9" }, "another transaction"],
    ["another amount", { amount: 499 }, "for 499"],
    ["another status", { status: "CREATED" }, "status CREATED"],
    ["another's refund", { transactionId: "TX-9", status: "REFUNDED" }, "another transaction"],
  ])("is not believed to be captured when the response is %s", async (_, change, why) => {
    const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const { state, calls } = await settled([intent("succeeded"), captured(change), list(), list()]);
    expect([state, calls]).toEqual(["paid", [INTENT, CAPTURE, LIST, LIST]]);
    expect(error.mock.calls).toEqual([
      [{ transactionId: "TX-1", why }, expect.stringContaining("does not fit")],
    ]);
  });
});

describe("a card purchase whose provider does not respond", () => {
  it("is captured if the API knows the payment", async () => {
    const { state, reading, calls } = await settled([failed, list(), list(), captured()]);
    expect([state, reading]).toEqual(["captured", "succeeded"]);
    expect(calls).toEqual([INTENT, LIST, LIST, CAPTURE]);
  });

  it("is asked for once otherwise, and nothing is logged as paid", async () => {
    const error = vi.spyOn(log, "error");
    const { state, reading, calls } = await settled([failed, list(), list(), refused(Code.STORE_NOT_PAID)]);
    expect([state, reading]).toEqual(["submitted", "unknown"]);
    expect(calls).toEqual([INTENT, LIST, LIST, CAPTURE]);
    expect(error).not.toHaveBeenCalled();
  });

  const row = (status: string, kind = "CARD") => cardRow({ status, kind });

  it.each<[string, Purchase["kind"], object[], string, string]>([
    ["is captured, as the list says", "card", [row("CAPTURED")], "captured", "succeeded"],
    ["waits for the order service", "order", [row("CAPTURED", "ORDER")], "confirming", "succeeded"],
    ["stays submitted without a row", "card", [], "submitted", "unknown"],
  ])("%s when the API captures another transaction", async (_, kind, rows, state, reading) => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const other = captured({ transactionId: "TX-9" });
    const after = await settled([failed, list(), list(), other, list(rows), list(rows)], { kind });
    expect([after.state, after.reading]).toEqual([state, reading]);
  });

  it("is captured for an unknown amount when nobody states one", async () => {
    const silent = captured({ amount: undefined, currency: undefined });
    const { after, reading } = await settled([failed, list(), list(), silent]);
    expect([after?.state, after?.taken, reading]).toEqual(["captured", undefined, "succeeded"]);
  });

  it("is refunded when the capture says so", async () => {
    const { state, reading } = await settled([failed, list(), list(), captured({ status: "REFUNDED" })]);
    expect([state, reading]).toEqual(["refunded", "unknown"]);
  });

  it("is what the API's list says", async () => {
    const done = await settled([failed, list([row("CAPTURED")])]);
    expect([done.state, done.reading, done.calls]).toEqual(["captured", "succeeded", [INTENT, LIST]]);
    api.sent = [];
    const ended = await settled([failed, list([{ ...row("CANCELED"), amountTaken: 0 }])]);
    expect([ended.state, ended.reading, ended.calls]).toEqual(["cancelled", "unknown", [INTENT, LIST]]);
    api.sent = [];
    const order = await settled([failed, list([row("CAPTURED", "ORDER")])], { kind: "order" });
    expect([order.state, order.reading, order.calls]).toEqual(["confirming", "succeeded", [INTENT, LIST]]);
  });

  it("is left alone while no card was submitted: the member may still enter one", async () => {
    const { state, reading, calls } = await settled([failed], { state: "open" });
    expect([state, reading, calls]).toEqual(["open", "unknown", [INTENT]]);
  });

  it("is cancelled if the member gave it up", async () => {
    const cancelled = captured({ status: "CANCELED" });
    const { state, reading, calls } = await settled([failed, cancelled], { state: "dropped" });
    expect([state, reading, calls]).toEqual(["cancelled", "unknown", [INTENT, CANCEL]]);
  });
});

describe("a card purchase that was not paid", () => {
  it("is cancelled when the provider says so", async () => {
    const { state, calls, reading } = await settled([intent("canceled")]);
    expect([state, calls, reading]).toEqual(["cancelled", [INTENT], "canceled"]);
  });

  it.each(["processing", "requires_action", "requires_payment_method"])(
    "stays submitted while the provider says %s",
    async (status) => {
      const { state, calls } = await settled([intent(status)]);
      expect([state, calls]).toEqual(["submitted", [INTENT]]);
    },
  );

  const declined = { last_payment_error: { code: "card_declined" } };
  const noSuchCall = { status: 404, body: {} };

  it("is cancelled at the API when the member gave it up", async () => {
    const responses = [intent("requires_payment_method", declined), captured({ status: "CANCELED" })];
    const { after, calls } = await settled(responses, { state: "dropped" });
    expect(calls).toEqual([INTENT, CANCEL]);
    expect(api.sent[1]?.[1]).toEqual({ transactionMethod: "STRIPE", transactionId: "TX-1" });
    expect(after).toMatchObject({ state: "cancelled" });
    expect(after?.lateUntil).toBeUndefined();
  });

  it("ends by the provider's word where the API cannot cancel, and late charges are checked for a day", async () => {
    const { after } = await settled([intent("requires_payment_method", declined), noSuchCall], {
      state: "dropped",
    });
    expect(after).toMatchObject({
      ...{ state: "cancelled", isDeclined: true },
      ...{ lateUntil: NOW + DAY_MS, lookAt: NOW + MINUTE_MS },
    });
  });

  it.each([
    [2 * MINUTE_MS, "dropped"],
    [2 * MINUTE_MS + 1, "cancelled"],
  ])("without a card at the provider ends %d ms after it was submitted: %s", async (ago, state) => {
    const responses = [intent("requires_payment_method"), noSuchCall];
    const { after } = await settled(responses, { state: "dropped", sentAt: NOW - ago });
    expect([after?.state, after?.isDeclined]).toEqual([state, undefined]);
  });

  it("stays dropped while the provider still works on it", async () => {
    const long = { state: "dropped", sentAt: NOW - DAY_MS } as const;
    expect((await settled([intent("processing"), noSuchCall], long)).state).toBe("dropped");
  });
});
