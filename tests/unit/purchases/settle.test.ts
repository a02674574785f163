/** What a check of one purchase asks, by its state, and when the next check is due. */
import { describe, expect, it, vi } from "vitest";
import { log } from "#server/observe/log.server";
import { features } from "#server/purchases/features.server";
import { findPurchase } from "#server/purchases/ledger.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { settle } from "#server/purchases/settle.server";
import { buyerOf, success, tokens, withFakeApi } from "./fake-api";
import {
  CANCEL,
  CAPTURE,
  CONFIRM,
  HISTORY,
  INTENT,
  LIST,
  ORDER,
  cancelled,
  captured,
  cardRow,
  failed,
  intent,
  list,
} from "./responses";
import { MINUTE_MS, NOW, delivery, iso, kite, newBuyer } from "./support";

const api = withFakeApi(NOW);

const ordered = (data: unknown) => ({ body: { message: "SUCCESS", data } });
const withIntent = { transactionId: "TX-1", clientSecret: "pi_1_secret_2" };
const byCard = { kind: "card", unitAmount: 500, amount: 500, currency: "USD" } as const;
const order = { ...byCard, kind: "order", delivery, orderId: 7 } as const;

/** Settles a purchase with these responses. @returns it and the calls that were made */
async function settled(change: Partial<Purchase>, ...responses: typeof api.responses) {
  const purchase = kite(NOW - 1_000, { sentAt: NOW, ...change });
  const { owner } = await newBuyer(purchase);
  api.responses = responses;
  const buyer = { ...buyerOf(owner), orderTokens: async () => tokens };
  const result = await settle(buyer, purchase.key);
  const calls = api.sent.map(([call]) => call);
  const after = await findPurchase(owner, purchase.key);
  return { after, state: result?.purchase.state, reading: result?.reading?.kind, calls };
}

describe("a check", () => {
  it("of a purchase that the member does not have finds none", async () => {
    expect(await settle(buyerOf((await newBuyer()).owner), "key-of-a-purchase-9")).toBeUndefined();
  });

  it.each(["captured", "refunded"] as const)("of one that is %s asks nobody", async (state) => {
    const { after, reading, calls } = await settled({ ...byCard, ...withIntent, state });
    expect([after?.state, reading, calls]).toEqual([state, "succeeded", []]);
    expect([after?.lookAt, after?.looks]).toEqual([NOW - 1_000, 0]);
  });

  it.each(["refused", "cancelled", "expired"] as const)("of one that is %s asks nobody", async (state) => {
    const { reading, calls } = await settled({ state });
    expect([reading, calls]).toEqual([undefined, []]);
  });

  it("without a result is followed by another one", async () => {
    const { after } = await settled({ ...byCard, ...withIntent, state: "submitted" }, intent("processing"));
    expect([after?.state, after?.lookAt]).toEqual(["submitted", NOW + 20_000]);
  });
});

describe("a check of an order with delivery", () => {
  it("makes it when that had no response", async () => {
    const { orderId: _, ...begun } = order;
    const { state, calls } = await settled({ ...begun, state: "asked" }, ordered({ orderId: 7 }));
    expect([state, calls]).toEqual(["ordered", [ORDER]]);
  });

  it.each<[string, Partial<Purchase>]>([
    ["is made and waits for its payment", { ...order, state: "ordered" }],
    ["has no delivery, being a card purchase", { ...byCard, delivery, state: "asked" }],
  ])("makes none when it %s", async (_, change) => {
    expect((await settled(change)).calls).toEqual([]);
  });

  it("confirms it once its card is captured", async () => {
    const done = ordered({ orderId: 7, orderNumber: "R-7" });
    const change = { ...order, ...withIntent, state: "submitted" } as const;
    const { after, reading, calls } = await settled(change, intent("succeeded"), captured(), done);
    expect([after?.state, after?.orderNumber, reading]).toEqual(["captured", "R-7", "succeeded"]);
    expect(calls).toEqual([INTENT, CAPTURE, CONFIRM]);
  });

  it("confirms none that is not captured", async () => {
    const change = { ...order, ...withIntent, state: "submitted" } as const;
    expect((await settled(change, intent("processing"))).calls).toEqual([INTENT]);
  });

  it("tries the confirmation three times, and not six", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const change = { ...order, ...withIntent, state: "confirming" } as const;
    const { after, reading, calls } = await settled(change);
    expect([after?.state, reading, calls]).toEqual(["confirming", "succeeded", [CONFIRM, CONFIRM, CONFIRM]]);
    expect(after?.lookAt).toBe(NOW + 20_000);
  });
});

describe("a check of a purchase whose response was lost, or does not fit", () => {
  const mismatch = { ...byCard, ...withIntent, state: "mismatch" } as const;

  it("cancels an intent whose secret the member never had", async () => {
    const { state, reading, calls } = await settled(mismatch, list(), list(), cancelled);
    expect([state, reading, calls]).toEqual(["cancelled", "canceled", [LIST, LIST, CANCEL]]);
  });

  it("asks the provider where the API cannot cancel", async () => {
    const { state, reading, calls } = await settled(mismatch, list(), list(), failed, intent("canceled"));
    expect([state, reading, calls]).toEqual(["cancelled", "canceled", [LIST, LIST, CANCEL, INTENT]]);
  });

  it("cancels none that the list has settled", async () => {
    const done = await settled(mismatch, list([cardRow()]));
    expect([done.state, done.reading, done.calls]).toEqual(["captured", undefined, [LIST]]);
    api.sent = [];
    const late = NOW + 10 * MINUTE_MS;
    const none = await settled(mismatch, list([], late), list([], late));
    expect([none.state, none.reading, none.calls]).toEqual(["refused", undefined, [LIST, LIST]]);
  });

  it("cancels none that waits for the member's word, or has no intent", async () => {
    const unclear = await settled({ ...mismatch, state: "unclear" }, list(), list());
    expect([unclear.state, unclear.calls]).toEqual(["unclear", [LIST, LIST]]);
    api.sent = [];
    const balance = await settled({ state: "mismatch" }, list(), list());
    expect([balance.state, balance.calls]).toEqual(["mismatch", [LIST, LIST]]);
  });

  it("reads the history where the API has no list, and only there", async () => {
    features.list.note(false);
    const line = {
      ...{ id: 3, created_at: iso(NOW), currency_type: "soria", type: "REDEEM" },
      ...{ change_amount: 300, net_amount: 700, web_note: "Kite" },
    };
    const page = success({ items: [line], page_count: 1, total_count: 1, page: 1, size: 50 });
    const { state, calls } = await settled({}, page);
    expect([state, calls]).toEqual(["captured", [HISTORY]]);
    features.list.has = undefined;
    api.sent = [];
    expect((await settled({}, list(), list())).calls).toEqual([LIST, LIST]);
  });
});
