/**
 * Money, sections 4 and 5: the state of a transaction, its capture, its cancellation, and the API's automatic actions.
 */
import { beforeEach, describe, expect, it } from "vitest";
import { ApiBuyer, LASTING_TOKENS } from "./buyer";
import { withSandbox } from "../support";

const DAY_MS = 86_400_000;

const sandbox = withSandbox({ settings: LASTING_TOKENS });
let buyer: ApiBuyer;

beforeEach(async () => {
  buyer = await ApiBuyer.come(sandbox);
});

const isoNow = () => new Date(sandbox.clock.now).toISOString();

describe("status", () => {
  it("money M4.2: a balance answers CAPTURED without a secret, with its money and its times", async () => {
    const { data } = await buyer.buy("SORIA");
    expect(data).toMatchObject({
      clientSecret: null,
      status: "CAPTURED",
      amount: buyer.item("SORIA").sale_amount,
      currency: "SORIA",
      createdAt: isoNow(),
      capturedAt: isoNow(),
    });
  });

  it("money M4.2: a card answers CREATED with a secret, and CAPTURED once it is captured", async () => {
    const { data } = await buyer.buy("USD");
    expect(data).toMatchObject({ status: "CREATED", capturedAt: null, createdAt: isoNow() });
    expect(data.clientSecret).toMatch(/^pi_/);
    await buyer.charge(data);
    sandbox.clock.pass(60_000);
    expect((await buyer.capture(data)).data).toEqual({
      transactionId: data.transactionId,
      status: "CAPTURED",
      amount: data.amount,
      currency: "USD",
      createdAt: data.createdAt,
      capturedAt: isoNow(),
    });
  });

  it.each(["processing", "succeeded"])(
    "money M4: a card that is %s and not captured is listed as PROCESSING",
    async (status) => {
      const { data } = await buyer.buy("USD");
      expect((await buyer.row(data))?.status).toBe("CREATED");
      await buyer.charge(data, status);
      sandbox.clock.pass(1000);
      expect(await buyer.row(data)).toMatchObject({
        status: "PROCESSING",
        amountTaken: 0,
        updatedAt: isoNow(),
      });
    },
  );
});

describe("capture", () => {
  it("money M5.1: 10006 before the card has paid, which may be asked again; 10004 for another intent", async () => {
    const [{ data }, other] = [await buyer.buy("USD"), await buyer.buy("USD")];
    const key = ApiBuyer.key();
    expect((await buyer.capture(data, { key })).result).toBe(10006);
    await buyer.charge(other.data);
    const crossed = { externalTransactionId: buyer.intentOf(other.data) };
    expect((await buyer.capture(data, { more: crossed })).result).toBe(10004);
    await buyer.charge(data);
    expect((await buyer.capture(data, { key })).result).toBe(1);
  });

  it("money M5.1: 502 with 10005 when the provider cannot be read", async () => {
    const { data } = await buyer.buy("USD");
    await sandbox.services.db.run("DELETE FROM card_intents WHERE id = ?", [buyer.intentOf(data)]);
    expect(await buyer.capture(data)).toMatchObject({ status: 502, result: 10005 });
    expect(await buyer.cancel(data)).toMatchObject({ status: 502, result: 10005 });
  });

  it("money M5.2, M5.4: ten at once, with any key or none, and long after, give the same and the goods once", async () => {
    const { data } = await buyer.buy("USD", { more: { quantity: 3 } });
    await buyer.charge(data);
    const key = ApiBuyer.key();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) => buyer.capture(data, { key: i % 2 ? key : undefined })),
    );
    sandbox.clock.pass(91 * DAY_MS);
    responses.push(await buyer.capture(data, { key }), await buyer.capture(data));
    expect(new Set(responses.map((response) => JSON.stringify([response.result, response.data]))).size).toBe(
      1,
    );
    expect(await buyer.listedOrders()).toMatchObject([
      { totalPrice: data.amount, currency: "USD", orderItems: [{ quantity: 3 }] },
    ]);
    expect((await buyer.history()).length).toBe(1);
  });

  it("money M5.3: REFUNDED after a refund; 10108 with the status after a cancellation", async () => {
    const paid = await buyer.pays();
    await buyer.refund(paid.transactionId);
    expect((await buyer.capture(paid)).data.status).toBe("REFUNDED");
    const { data } = await buyer.buy("USD");
    await buyer.cancel(data);
    expect(await buyer.capture(data)).toMatchObject({ result: 10108, data: { status: "CANCELED" } });
  });
});

describe("what the API does by itself", () => {
  it("money M5.5: captures within 24 hours what was paid and no site has captured", async () => {
    const { data } = await buyer.buy("USD");
    await buyer.charge(data);
    sandbox.clock.pass(DAY_MS - 1);
    expect((await buyer.row(data))?.status).toBe("PROCESSING");
    sandbox.clock.pass(1);
    expect((await buyer.balances()).point).toBe(Math.floor((data.amount ?? 0) / 100));
    expect(await buyer.row(data)).toMatchObject({ status: "CAPTURED", amountTaken: data.amount });
    expect((await buyer.capture(data)).data.status).toBe("CAPTURED");
  });

  it("money M5.5: gives back what a card paid after the cancellation", async () => {
    const { data } = await buyer.buy("USD");
    await buyer.cancel(data);
    await buyer.charge(data);
    expect(await buyer.row(data)).toMatchObject({ status: "CANCELED", amountTaken: 0 });
    expect(await sandbox.services.intents.get(buyer.intentOf(data))).toMatchObject({ refunded: data.amount });
  });

  it("money M5.9: expires what nobody finishes after 24 hours, at the provider first", async () => {
    const { data } = await buyer.buy("USD");
    sandbox.clock.pass(DAY_MS);
    expect(await buyer.row(data)).toMatchObject({ status: "EXPIRED", amountTaken: 0, updatedAt: isoNow() });
    expect((await sandbox.services.intents.get(buyer.intentOf(data)))?.status).toBe("canceled");
    expect(await buyer.capture(data)).toMatchObject({ result: 10108, data: { status: "EXPIRED" } });
    expect(await buyer.cancel(data)).toMatchObject({ result: 10108, data: { status: "EXPIRED" } });
  });

  it("money M5.9: waits 30 days for the payment of an order with delivery, and for a card that is processing", async () => {
    const { orderId } = (await buyer.order()).data;
    const ordered = (await buyer.buy("USD", { more: { orderId } })).data;
    const slow = (await buyer.buy("USD")).data;
    await buyer.charge(slow, "processing");
    sandbox.clock.pass(30 * DAY_MS - 1);
    expect(await buyer.row(ordered)).toMatchObject({ status: "CREATED", kind: "ORDER" });
    expect((await buyer.row(slow))?.status).toBe("PROCESSING");
    sandbox.clock.pass(1);
    expect((await buyer.row(ordered))?.status).toBe("EXPIRED");
  });

  it("money M7.5: confirms within 24 hours an order that was paid and not confirmed", async () => {
    const { orderId } = (await buyer.order()).data;
    await buyer.pays("USD", { more: { orderId } });
    expect(await buyer.listedOrders()).toEqual([]);
    sandbox.clock.pass(DAY_MS);
    expect(await buyer.listedOrders()).toHaveLength(1);
  });

  it("does nothing by itself as an older API", async () => {
    sandbox.services.settings.cancels = false;
    const [open, paid] = [(await buyer.buy("USD")).data, (await buyer.buy("USD")).data];
    await buyer.charge(paid);
    sandbox.clock.pass(40 * DAY_MS);
    expect((await buyer.row(open))?.status).toBe("CREATED");
    expect((await buyer.row(paid))?.status).toBe("PROCESSING");
    sandbox.services.settings.cancels = true;
  });
});

describe("cancel", () => {
  it("money M5.6, M5.8: cancels at the provider, then here; the same answer again, with any key", async () => {
    const { data } = await buyer.buy("USD");
    const first = await buyer.cancel(data, { key: ApiBuyer.key() });
    expect(first.data).toEqual({
      transactionId: data.transactionId,
      status: "CANCELED",
      amount: data.amount,
      currency: "USD",
      createdAt: data.createdAt,
      capturedAt: null,
    });
    expect((await sandbox.services.intents.get(buyer.intentOf(data)))?.status).toBe("canceled");
    expect((await buyer.cancel(data)).data).toEqual(first.data);
    expect(await buyer.row(data)).toMatchObject({ status: "CANCELED", amountTaken: 0 });
  });

  it.each(["succeeded", "processing"])(
    "money M5.7: 10108 with PROCESSING when the card is %s, and nothing is marked",
    async (status) => {
      const { data } = await buyer.buy("USD");
      await buyer.charge(data, status);
      expect(await buyer.cancel(data)).toMatchObject({ result: 10108, data: { status: "PROCESSING" } });
      expect((await sandbox.services.intents.get(buyer.intentOf(data)))?.status).toBe(status);
      await buyer.charge(data);
      expect((await buyer.capture(data)).result).toBe(1);
    },
  );

  it("money M5.7: 10108 with CAPTURED for what is bought, by card or balance", async () => {
    const paid = [await buyer.pays(), (await buyer.buy("SORIA")).data];
    for (const data of paid) {
      expect(await buyer.cancel(data)).toMatchObject({ result: 10108, data: { status: "CAPTURED" } });
    }
  });

  it("money M5.7: of a cancellation and a charge at once one wins, and the other is told which", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { data } = await buyer.buy("USD");
      const { intents } = sandbox.services;
      const [canceled] = await Promise.all([
        buyer.cancel(data),
        sandbox.services.db.run(
          "UPDATE card_intents SET status = 'succeeded' WHERE id = ? AND status = 'requires_payment_method'",
          [buyer.intentOf(data)],
        ),
      ]);
      const status = (await intents.get(buyer.intentOf(data)))?.status;
      expect(canceled.result).toBe(status === "canceled" ? 1 : 10108);
      expect((await buyer.capture(data)).result).toBe(status === "canceled" ? 10108 : 1);
    }
  });

  it("money M5.1, M5.8: one answer for another member's and an unknown transaction", async () => {
    const { data } = await buyer.buy("USD");
    const stranger = await ApiBuyer.come(sandbox);
    const [foreign, unknown] = [
      await stranger.cancel(data),
      await stranger.cancel({ transactionId: "TX-0" }),
    ];
    expect([foreign.status, foreign.result, foreign.message]).toEqual([404, 10003, unknown.message]);
    expect([unknown.status, unknown.result]).toEqual([404, 10003]);
    await buyer.charge(data);
    expect(await stranger.capture(data)).toMatchObject({ status: 404, result: 10003 });
  });
});
