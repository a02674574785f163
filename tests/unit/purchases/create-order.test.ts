/** What "buy" does with an order: it is made first, and paid later or at once. */
import { describe, expect, it } from "vitest";
import { ApiError } from "#server/errors/api-error";
import { createPurchase, payOrder } from "#server/purchases/create.server";
import { readLedger } from "#server/purchases/ledger.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { ORDER, PURCHASE } from "./responses";
import { NOW, delivery } from "./support";
import {
  api,
  byCard,
  calls,
  intent,
  kiteByCard,
  made,
  member,
  NEW_FORM,
  open,
  order,
  useFakeApi,
} from "./create-support";

useFakeApi();

const last = (purchases: Purchase[]) => purchases.at(-1);

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
