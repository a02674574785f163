/** Money, sections 7, 9 and 10: orders with delivery, refunds, and an API without the new features. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiBuyer, LASTING_TOKENS } from "./buyer";
import { withSandbox } from "../support";

const sandbox = withSandbox({ settings: LASTING_TOKENS });
let buyer: ApiBuyer;

beforeEach(async () => {
  buyer = await ApiBuyer.come(sandbox);
});
afterEach(async () => {
  for (const type of ["SORIA", "USD"] as const) await buyer.price(type, {});
});

const isoNow = () => new Date(sandbox.clock.now).toISOString();

describe("orders with delivery", () => {
  it("money M7.2: the payment names its order, and its capture makes none beside it", async () => {
    const { orderId } = (await buyer.order()).data;
    const paid = await buyer.pays("USD", { more: { orderId } });
    expect(await buyer.listedOrders()).toEqual([]);
    const confirmed = await buyer.confirm(orderId, { more: { transactionId: paid.transactionId } });
    expect(confirmed).toMatchObject({ ok: true, data: { orderId } });
    expect(confirmed.data.orderNumber).toMatch(/^ORDER-/);
    expect((await buyer.confirm(orderId)).data).toEqual(confirmed.data);
    expect(await buyer.listedOrders()).toHaveLength(1);
  });

  it("money M7.2: an equal key ties them where no order is named", async () => {
    const key = ApiBuyer.key();
    const { orderId } = (await buyer.order({ key })).data;
    const paid = await buyer.pays("USD", { key });
    expect((await buyer.confirm(orderId, { key })).ok).toBe(true);
    expect(await buyer.row(paid)).toMatchObject({ kind: "ORDER", orderId });
  });

  it("money M7.2: an order that is another's, for something else, or paid is not paid for", async () => {
    const { orderId } = (await buyer.order()).data;
    const stranger = await ApiBuyer.come(sandbox);
    expect((await stranger.buy("USD", { more: { orderId } })).result).toBe(10003);
    expect((await buyer.buy("USD", { more: { orderId, quantity: 2 } })).result).toBe(10004);
    await buyer.pays("USD", { more: { orderId } });
    expect(await buyer.buy("USD", { more: { orderId } })).toMatchObject({
      result: 10108,
      data: { status: "CAPTURED" },
    });
  });

  it("money M7.3: is not confirmed without a captured payment of it: NOT_PAID", async () => {
    const { orderId } = (await buyer.order()).data;
    expect(await buyer.confirm(orderId)).toMatchObject({ ok: false, message: "NOT_PAID" });
    const { data } = await buyer.buy("USD", { more: { orderId } });
    await buyer.charge(data);
    expect((await buyer.confirm(orderId)).message).toBe("NOT_PAID");
    await buyer.capture(data);
    const other = await buyer.pays();
    const named = { more: { transactionId: other.transactionId } };
    expect((await buyer.confirm(orderId, named)).message).toBe("NOT_PAID");
    expect((await buyer.confirm(orderId)).ok).toBe(true);
  });

  it("takes no item that is sold for a balance, and no order without an address", async () => {
    expect((await buyer.order({ more: { objectId: buyer.item("SORIA").id } })).ok).toBe(false);
    expect((await buyer.order({}, { shipping: undefined })).ok).toBe(false);
  });

  it("money M7.4: another price than the member saw is PRICE_CHANGED, with the price of now", async () => {
    const { sale_amount } = buyer.item("USD");
    await buyer.price("USD", { amount: 4200 });
    const more = { expectedUnitAmount: sale_amount, expectedCurrency: "USD" };
    expect(await buyer.order({ more })).toMatchObject({
      ok: false,
      message: "PRICE_CHANGED",
      data: { unitAmount: 4200, currency: "USD" },
    });
  });

  it("takes the price that the member agrees to when it changes before the payment", async () => {
    const { orderId } = (await buyer.order()).data;
    await buyer.price("USD", { amount: 4200 });
    await buyer.pays("USD", { more: { orderId, expectedUnitAmount: 4200, expectedCurrency: "USD" } });
    expect((await buyer.confirm(orderId)).ok).toBe(true);
    expect(await buyer.listedOrders()).toMatchObject([{ totalPrice: 4200 }]);
  });
});

describe("refunds", () => {
  it("money M4.4, M10.2: a part of a card leaves CAPTURED, less is taken, and the change is listed anew", async () => {
    const paid = await buyer.pays();
    const asOf = (await buyer.book()).asOf;
    sandbox.clock.pass(1000);
    expect((await buyer.refund(paid.transactionId, 100)).status).toBe(200);
    expect((await buyer.book({ since: asOf })).items).toMatchObject([
      { status: "CAPTURED", amount: paid.amount, amountTaken: (paid.amount ?? 0) - 100, updatedAt: isoNow() },
    ]);
    expect(await sandbox.services.intents.get(buyer.intentOf(paid))).toMatchObject({ refunded: 100 });
  });

  it("money M10.2: a balance gets a line with the transaction", async () => {
    const { data } = await buyer.buy("SORIA");
    await buyer.refund(data.transactionId);
    expect((await buyer.history())[0]).toMatchObject({
      type: "RECHARGE",
      transactionId: data.transactionId,
      change_amount: (data.amount ?? 0) / 100,
    });
    expect((await buyer.balances()).soria).toBe(100_000);
    expect(await buyer.row(data)).toMatchObject({ status: "REFUNDED", amountTaken: 0 });
  });

  it("money M10.4: takes the goods back in all its parts, and the order with the last", async () => {
    const paid = await buyer.pays();
    const given = (await buyer.balances()).point;
    expect(given).toBeGreaterThan(0);
    await buyer.refund(paid.transactionId, 150);
    expect(await buyer.listedOrders()).toHaveLength(1);
    await buyer.refund(paid.transactionId);
    expect((await buyer.balances()).point).toBe(0);
    expect(await buyer.listedOrders()).toEqual([]);
    const back = (await buyer.history()).filter(({ type }) => type === "REDEEM");
    expect(back.reduce((sum, { change_amount }) => sum + change_amount, 0)).toBe(given);
  });

  it("money M10.4: takes no balance below 0", async () => {
    const paid = await buyer.pays();
    await sandbox.services.db.run("UPDATE members SET point = 1 WHERE id = ?", [buyer.id]);
    await buyer.refund(paid.transactionId);
    expect((await buyer.balances()).point).toBe(0);
  });

  it.each([
    ["an unknown transaction", "NO_SUCH_TRANSACTION", () => buyer.refund("TX-0")],
    [
      "more than was taken",
      "MORE_THAN_TAKEN",
      async () => buyer.refund((await buyer.buy("SORIA")).data.transactionId, 1e9),
    ],
    [
      "half a unit",
      "FRACTION_OF_A_UNIT",
      async () => buyer.refund((await buyer.buy("SORIA")).data.transactionId, 50),
    ],
    [
      "what nobody has paid",
      "NOTHING_LEFT",
      async () => buyer.refund((await buyer.buy("USD")).data.transactionId),
    ],
  ])("does not refund %s", async (_what, message, ask) => {
    const response = await ask();
    expect([response.status, await response.json()]).toEqual([409, { message }]);
  });
});

describe("an older API", () => {
  const older = { listsPurchases: false, cancels: false, bindsPrice: false };
  beforeEach(() => void Object.assign(sandbox.services.settings, older));

  it("money M9.1, M9.2: knows neither call, as it knows no unknown path", async () => {
    const unknown = await sandbox.call("/users/me/nothing", { token: buyer.token });
    const book = await buyer.bookCall();
    const cancel = await buyer.cancel({ transactionId: "TX-0" });
    const said = [book, cancel].map(({ status, result, message, data }) => [status, result, message, data]);
    expect(unknown.status).toBe(404);
    expect(said).toEqual(
      Array.from({ length: 2 }, () => [404, unknown.result, unknown.message, unknown.data]),
    );
  });

  it("says nothing of amounts and times, and sells at whatever the price is, rounded up", async () => {
    await buyer.price("SORIA", { amount: 1050 });
    const more = { expectedUnitAmount: 1, expectedCurrency: "USD", transactionMethod: "STRIPE" };
    const { data } = await buyer.buy("SORIA", { more });
    expect(data).toEqual({ clientSecret: null, transactionId: data.transactionId, status: "CAPTURED" });
    expect((await buyer.balances()).soria).toBe(100_000 - 11);
    expect((await buyer.history())[0]).not.toHaveProperty("transactionId");
  });

  it("answers a card as before, and confirms an order that nobody paid", async () => {
    const { data } = await buyer.buy("USD");
    expect(Object.keys(data).sort()).toEqual(["clientSecret", "status", "transactionId"]);
    await buyer.charge(data);
    expect((await buyer.capture(data)).data).toEqual({
      transactionId: data.transactionId,
      status: "CAPTURED",
    });
    const { orderId } = (await buyer.order()).data;
    expect((await buyer.confirm(orderId)).ok).toBe(true);
  });
});
