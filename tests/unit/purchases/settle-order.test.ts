/** How an order with delivery is made and confirmed at the order service. */
import { describe, expect, it, vi } from "vitest";
import { noteKnown } from "#server/api/proposed-fields.server";
import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import { findPurchase } from "#server/purchases/ledger.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { askOrder, confirm } from "#server/purchases/settle.server";
import { Code } from "#server/wire/codes";
import { buyerOf, tokens, withFakeApi } from "./fake-api";
import { CONFIRM } from "./responses";
import { NOW, delivery, kite, newBuyer } from "./support";

const api = withFakeApi(NOW);

/** A response of the order service, which has a word where the product API has a code. */
const said = (message: string, data: unknown = null) => ({ body: { message, data } });
const success = (data: unknown) => said("SUCCESS", data);

/** An order of a member whose order service token is valid, unless the test says otherwise. */
async function order(
  change: Partial<Purchase>,
  orderTokens = async () => tokens as typeof tokens | undefined,
) {
  const purchase = kite(NOW, { kind: "order", currency: "USD", unitAmount: 500, amount: 500, ...change });
  const { owner } = await newBuyer(purchase);
  const buyer = { ...buyerOf(owner), orderTokens };
  return { buyer, purchase, now: () => findPurchase(owner, purchase.key) };
}
const withoutTokens: [string, () => Promise<undefined>][] = [
  ["has none", async () => undefined],
  [
    "cannot be had now",
    () => Promise.reject(ApiError.noResponse("GET auth/refresh/session", 504, "timeout")),
  ],
];

describe("an order whose payment is captured", () => {
  const paid = { state: "confirming", orderId: 7, transactionId: "TX-1" } as const;

  it("is confirmed with the transaction that pays for it, and has the service's number", async () => {
    const { buyer, purchase, now } = await order(paid);
    api.responses = [success({ orderId: 7, orderNumber: "R-7" })];
    await confirm(buyer, purchase);
    expect(api.sent).toEqual([[CONFIRM, { orderId: 7, transactionId: "TX-1" }]]);
    expect(await now()).toMatchObject({ state: "captured", orderNumber: "R-7" });
  });

  it("is confirmed as the specification names it by a service that has not said that it knows more", async () => {
    const { buyer, purchase } = await order(paid);
    noteKnown("orders", undefined);
    api.responses = [success({ orderId: 7, orderNumber: "R-7" })];
    await confirm(buyer, purchase);
    expect(api.sent).toEqual([[CONFIRM, { orderId: 7 }]]);
  });

  it("is confirmed without a number where the service states none, or without a transaction", async () => {
    const { buyer, purchase, now } = await order({ ...paid, transactionId: undefined });
    api.responses = [success(null)];
    await confirm(buyer, purchase);
    expect(api.sent).toEqual([[CONFIRM, { orderId: 7 }]]);
    expect(await now()).toMatchObject({ state: "captured" });
    expect(await now()).not.toHaveProperty("orderNumber");
  });

  it("is asked for again while the service has not seen the payment, and not after another refusal", async () => {
    const one = await order(paid);
    api.responses = [said("NOT_PAID"), said("NOT_PAID"), success(null)];
    await confirm(one.buyer, one.purchase);
    expect((await one.now())?.state).toBe("captured");
    const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const other = await order(paid);
    api.sent = [];
    api.responses = [said("NO_SUCH_ORDER"), success(null)];
    await confirm(other.buyer, other.purchase);
    expect([api.sent.length, (await other.now())?.state]).toEqual([1, "confirming"]);
    expect(error.mock.calls).toEqual([[{ orderId: 7 }, "paid, but the order is not confirmed"]]);
  });

  it("waits, and is logged, when three attempts fail", async () => {
    const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const { buyer, purchase, now } = await order(paid);
    await confirm(buyer, purchase);
    expect([api.sent.length, (await now())?.state]).toEqual([3, "confirming"]);
    expect(error).toHaveBeenCalledTimes(1);
  });

  it.each(withoutTokens)("waits when the member's token %s", async (_, orderTokens) => {
    const { buyer, purchase, now } = await order(paid, orderTokens);
    await confirm(buyer, purchase);
    expect([api.sent, (await now())?.state]).toEqual([[], "confirming"]);
  });

  it("waits without the service's id, which no call can do without", async () => {
    const { buyer, purchase } = await order({ ...paid, orderId: undefined });
    await confirm(buyer, purchase);
    expect(api.sent).toEqual([]);
  });
});

describe("a new order", () => {
  const begun = { state: "asked", delivery } as const;

  it("has the service's id once it is made", async () => {
    const { buyer, purchase, now } = await order(begun);
    api.responses = [success({ orderId: 7 })];
    expect(await askOrder(buyer, purchase)).toBeUndefined();
    expect(api.sent.map(([call]) => call)).toEqual(["POST /orders/v1/users/orders"]);
    expect(await now()).toMatchObject({ state: "ordered", orderId: 7 });
  });

  it("is refused when the service says so", async () => {
    const { buyer, purchase, now } = await order(begun);
    api.responses = [said("PRICE_CHANGED")];
    expect(await askOrder(buyer, purchase)).toMatchObject({ code: Code.STORE_PRICE_CHANGED });
    expect(await now()).toMatchObject({ state: "refused" });
    expect(await now()).not.toHaveProperty("orderId");
  });

  it.each([
    ["is lost", { status: 500, body: {} }],
    ["says that the first call still runs", said("IN_PROGRESS")],
  ])("waits when the response %s", async (_, response) => {
    const { buyer, purchase, now } = await order(begun);
    api.responses = [response];
    expect(await askOrder(buyer, purchase)).toBeUndefined();
    expect((await now())?.state).toBe("asked");
  });

  it.each(withoutTokens)("waits when the member's token %s", async (_, orderTokens) => {
    const { buyer, purchase, now } = await order(begun, orderTokens);
    expect(await askOrder(buyer, purchase)).toBeUndefined();
    expect([api.sent, (await now())?.state]).toEqual([[], "asked"]);
  });

  it("is not made without an address", async () => {
    const { buyer, purchase } = await order({ state: "asked" });
    expect(await askOrder(buyer, purchase)).toBeUndefined();
    expect(api.sent).toEqual([]);
  });
});
