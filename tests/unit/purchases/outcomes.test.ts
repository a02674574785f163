/** What pages tell a member of their purchases, and what a member says of one. */
import { describe, expect, it, vi } from "vitest";
import { env } from "#server/config/env.server";
import { drainBackground } from "#server/purchases/background-task.server";
import { changeLedger, markTold, readLedger, recordEvent } from "#server/purchases/ledger.server";
import { say } from "#server/purchases/member-actions.server";
import {
  carryPurchases,
  expectPurchases,
  ifReadable,
  noPurchases,
  purchasesInDoubt,
  purchasesOfPage,
  summaryOf,
} from "#server/purchases/outcomes.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { cardSetup } from "#server/purchases/intents.server";
import { timing } from "#server/purchases/timing.server";
import { log } from "#server/observe/log.server";
import type { Session } from "#server/session/session.server";
import { NOW, kite, newBuyer, withClockAt } from "./support";

withClockAt(NOW);

/** A ledger that was read from the API's list a moment ago, so that a page asks the API for nothing. */
async function buyerWith(...purchases: Purchase[]) {
  const buyer = await newBuyer(...purchases);
  await changeLedger(buyer.owner, (draft) => void (draft.bookReadAt = NOW));
  return buyer;
}

describe("a page of a member", () => {
  const taken = { amount: 30_000, currency: "SORIA", at: NOW } as const;

  it.each<[string, Partial<Purchase>, string, string]>([
    ["captured", { state: "captured", taken }, "success", "captured"],
    [
      "captured for another amount",
      { state: "captured", taken: { ...taken, amount: 1 } },
      "alert",
      "otherAmount",
    ],
    ["captured, an order", { state: "captured", kind: "order", currency: "USD" }, "success", "ordered"],
    ["refused", { state: "refused" }, "info", "refused"],
    ["refused, an order", { state: "refused", kind: "order", currency: "USD" }, "info", "refused"],
    ["cancelled", { state: "cancelled", kind: "card" }, "info", "cancelled"],
    ["cancelled after a decline", { state: "cancelled", kind: "card", isDeclined: true }, "info", "declined"],
    ["refunded after a decline", { state: "refunded", kind: "card", isDeclined: true }, "done", "refunded"],
    ["released", { state: "cancelled", kind: "card", isVoided: true }, "done", "voided"],
    ["given back in part", { state: "captured", taken: { ...taken, refunded: 1 } }, "done", "partRefunded"],
    ["expired", { state: "expired" }, "alert", "expired"],
  ])("tells the end of a purchase until it was shown: %s", async (_, change, kind, text) => {
    const { session } = await buyerWith(kite(NOW, { ...change, isUntold: true, quantity: 2 }));
    const told = { purchaseKey: "key-of-a-purchase-0", kind, key: `store:outcome.${text}` };
    const expected = { outcomes: [{ ...told, params: { name: "Kite", quantity: 2 } }], inDoubt: [] };
    expect(await purchasesOfPage(session)).toMatchObject(expected);
    expect(await purchasesOfPage(session)).toMatchObject(expected);
    expect(session.data.hasPurchases).toBe(true);
  });

  it("names what may have been paid and has not ended, and nothing else", async () => {
    const later = { lookAt: NOW + 1 };
    const { session, data } = await buyerWith(
      kite(NOW, later),
      kite(NOW, { key: "open-card-purchase", kind: "card", state: "open", ...later }),
      kite(NOW, { key: "told-purchase-000", state: "captured" }),
    );
    const { outcomes, inDoubt } = await purchasesOfPage(session);
    expect([outcomes, inDoubt.map(({ key }) => key)]).toEqual([[], ["key-of-a-purchase-0"]]);
    expect(data.hasPurchases).toBe(true);
  });

  it("asks for nothing more once all have ended and were told, and tells a correction all the same", async () => {
    const { session, data, owner } = await buyerWith(kite(NOW, { state: "captured" }));
    expect(await purchasesOfPage(session)).toEqual(noPurchases);
    expect(data).not.toHaveProperty("hasPurchases");
    await recordEvent(owner, "key-of-a-purchase-0", "refund");
    expect((await purchasesOfPage(session)).outcomes).toMatchObject([{ key: "store:outcome.refunded" }]);
    expect(data).not.toHaveProperty("hasPurchases");
    await expectPurchases(session);
    expect(data.hasPurchases).toBe(true);
  });

  it("counts an outcome as told once the response that carries it is sent, and never an outcome that came later", async () => {
    const { session, owner } = await buyerWith(kite(NOW, { state: "captured", isUntold: true }));
    const sending: (() => Promise<unknown>)[] = [];
    const page = Object.assign(session, { onSend: (work: () => Promise<unknown>) => sending.push(work) });
    expect((await carryPurchases(page)).outcomes).toHaveLength(1);
    // Its response was lost: nothing was sent.
    expect((await carryPurchases(page)).outcomes).toHaveLength(1);
    await recordEvent(owner, "key-of-a-purchase-0", "refund");
    await sending[1]?.();
    expect((await purchasesOfPage(session)).told).toEqual([{ key: "key-of-a-purchase-0", what: "refunded" }]);
  });

  it("tells nothing of a purchase that has not ended, whatever its record says", async () => {
    const { session } = await buyerWith(kite(NOW, { isUntold: true, lookAt: NOW + 1 }));
    expect((await purchasesOfPage(session)).outcomes).toEqual([]);
  });

  it("is stored once in the session, which forgets its number of orders", async () => {
    const { session, data } = await buyerWith();
    Object.assign(data, { hasPurchases: undefined, orderCount: { count: 1, at: NOW } });
    const update = vi.spyOn(session, "update");
    await expectPurchases(session);
    await expectPurchases(session);
    expect(update).toHaveBeenCalledOnce();
    expect(data).toEqual({ hasPurchases: true });
  });

  const due = kite(NOW);
  const later = kite(NOW, { key: "key-of-a-purchase-1", lookAt: NOW + 1 });
  it.each<[string, Purchase[], number, number]>([
    ["looks after what is due", [later, due], NOW, 1],
    ["reads a list that is due", [], NOW - 10 * 60_000, 1],
    ["asks for nothing else", [later], NOW, 0],
  ])("%s", async (_, purchases, bookReadAt, calls) => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const { session, owner } = await buyerWith(...purchases);
    await changeLedger(owner, (draft) => void Object.assign(draft, { bookReadAt, bookAt: bookReadAt }));
    const accessToken = vi.fn(() => Promise.reject(new TypeError("asked")));
    await purchasesOfPage(Object.assign(session, { accessToken }));
    await drainBackground(1_000);
    expect(accessToken).toHaveBeenCalledTimes(calls);
  });

  it("does not wait for the API", async () => {
    const { session } = await buyerWith(due);
    const { pageWait } = timing;
    // A page that waited would end with the test's time limit.
    timing.pageWait = 600_000;
    try {
      const accessToken = () => new Promise<never>(() => undefined);
      await purchasesOfPage(Object.assign(session, { accessToken }));
    } finally {
      timing.pageWait = pageWait;
    }
  });

  it("of a guest has none", async () => {
    const { data } = await buyerWith();
    expect(await purchasesOfPage({ data } as unknown as Session)).toEqual(noPurchases);
  });

  it("does without a ledger that no secret opens, and the log says so", async () => {
    const { session } = await buyerWith(kite(NOW));
    const secrets = env().sessionSecrets;
    const use = (next: string[]) => {
      env().sessionSecrets = next;
    };
    use(["a-new-secret-of-the-site-0123456789"]);
    const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    expect(await purchasesOfPage(session)).toEqual(noPurchases);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("buying is off"));
    use(secrets);
    expect(await ifReadable(async () => 7)).toBe(7);
    await expect(ifReadable(() => Promise.reject(new Error("other")))).rejects.toThrow("other");
  });
});

describe("purchases that stand against closing an account or signing out", () => {
  const fresh = (draft: { bookReadAt?: number; bookAt?: number }) =>
    void Object.assign(draft, { bookReadAt: NOW, bookAt: NOW });
  const paid = kite(NOW, { lookAt: NOW + 60_000 });
  const openCard = kite(NOW, { key: "open-card-purchase", kind: "card", state: "open" });

  it("may be paid and have not ended; they are looked up now, and later pages expect them", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const { session, owner, data } = await buyerWith(paid, openCard);
    await changeLedger(owner, fresh);
    delete data.hasPurchases;
    const accessToken = vi.fn(() => Promise.reject(new TypeError("asked")));
    const open = await purchasesInDoubt(Object.assign(session, { accessToken }), 1_000);
    expect(open.map(({ key }) => key)).toEqual([paid.key]);
    expect([accessToken.mock.calls.length, data.hasPurchases]).toEqual([1, true]);
  });

  it("are none, and later pages expect none, when nothing can have been paid", async () => {
    const { session, owner, data } = await buyerWith(openCard);
    await changeLedger(owner, fresh);
    delete data.hasPurchases;
    expect([await purchasesInDoubt(session), data.hasPurchases]).toEqual([[], undefined]);
  });

  it("are not waited for longer than asked", async () => {
    const { session, owner } = await buyerWith(paid);
    await changeLedger(owner, fresh);
    const never = () => new Promise<never>(() => undefined);
    expect(await purchasesInDoubt(Object.assign(session, { accessToken: never }), 20)).toHaveLength(1);
  });
});

describe("what the browser gets of a purchase", () => {
  it("is what it has to show, with times as text", () => {
    const lines = [{ id: "3", at: "2026-01-15", amount: 300, note: "Kite" }];
    const given = kite(NOW, {
      ...{
        transactionId: "TX-1",
        clientSecret: "pi_1_secret_2",
        orderNumber: "R-1",
        line: "3",
        isDeclined: true,
      },
      ...{
        lines,
        taken: { amount: 1, currency: "SORIA", at: NOW },
        refusals: 3,
        orderId: 7,
        intentId: "pi_1",
      },
    });
    const { key, kind, state, objectId, name, quantity, amount, currency } = given;
    const plain = {
      key,
      kind,
      state,
      objectId,
      name,
      quantity,
      amount,
      currency,
      createdAt: "2026-01-15T00:00:00.000Z",
    };
    expect(summaryOf(given)).toStrictEqual({
      ...{
        ...plain,
        transactionId: "TX-1",
        clientSecret: "pi_1_secret_2",
        orderNumber: "R-1",
        historyLine: "3",
      },
      ...{ isDeclined: true, lines, taken: { amount: 1, currency: "SORIA", at: "2026-01-15T00:00:00.000Z" } },
    });
    expect(JSON.parse(JSON.stringify(summaryOf(kite(NOW))))).toStrictEqual(plain);
  });

  it("of the payment provider is its key and script, where there is one", () => {
    const { stripePublishableKey, stripeJsUrl } = env();
    Object.assign(env(), { stripePublishableKey: undefined });
    expect(cardSetup()).toBeUndefined();
    Object.assign(env(), { stripePublishableKey: "pk_1", stripeJsUrl: "http://stand-in.test/stripe.js" });
    expect(cardSetup()).toEqual({ publishableKey: "pk_1", scriptUrl: "http://stand-in.test/stripe.js" });
    Object.assign(env(), { stripePublishableKey, stripeJsUrl });
  });
});

describe("a member's own word", () => {
  const line = { id: "3", at: "2026-01-14T23:59:00Z", amount: 301, note: "Kite" };
  const stateAfter = async (change: Partial<Purchase>, event: Parameters<typeof say>[2]) => {
    const { session } = await buyerWith(kite(NOW, change));
    return say(session, "key-of-a-purchase-0", event);
  };

  it("settles what the history leaves open, with the line that it names", async () => {
    const bought = await stateAfter({ state: "unclear", lines: [line] }, "say-taken");
    const taken = { amount: 30_100, currency: "SORIA", at: NOW - 60_000 };
    expect(bought).toMatchObject({ state: "captured", line: "3", taken });
    const other = await stateAfter(
      { state: "unclear", lines: [{ ...line, currency: "POINT" }] },
      "say-taken",
    );
    expect(other?.taken?.currency).toBe("POINT");
  });

  it.each<[string, Partial<Purchase>, Parameters<typeof say>[2], string]>([
    ["one of two lines", { state: "unclear", lines: [line, { ...line, id: "4" }] }, "say-taken", "captured"],
    ["no line", { state: "unclear" }, "say-taken", "captured"],
    ["nothing taken", { state: "unclear", lines: [line] }, "say-not-taken", "refused"],
    ["not asked for", { state: "refused", lines: [line] }, "say-taken", "refused"],
    ["given back", { state: "paid", kind: "card", lines: [line] }, "say-refunded", "refunded"],
    ["given up", { state: "open", kind: "card" }, "drop", "cancelled"],
  ])("names no line where it does not know one: %s", async (_, change, event, state) => {
    const after = await stateAfter(change, event);
    expect([after?.state, after?.line, after?.taken]).toEqual([state, undefined, undefined]);
  });

  it("that an end was told changes the ids of the next forms, once for each", async () => {
    const untold = (key: string) => kite(NOW, { key, state: "captured", isUntold: true });
    const [shown, other] = [untold("shown-purchase-00"), untold("other-purchase-00")];
    const { owner } = await buyerWith(shown, other);
    const what = "captured";
    const before = (await readLedger(owner)).settled;
    await markTold(owner, [
      { key: shown.key, what },
      { key: other.key, what: "refunded" },
      { key: "unknown", what },
    ]);
    const { settled, purchases } = await readLedger(owner);
    expect([settled - before, purchases.map(({ told }) => told?.what)]).toEqual([1, [what, undefined]]);
    await markTold(owner, [{ key: shown.key, what }]);
    expect((await readLedger(owner)).settled - before).toBe(1);
  });
});
