/** Money, sections 3 and 8: the price shown is the price paid. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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

describe("the price that the member saw", () => {
  const seen = (type: "SORIA" | "USD") => ({
    expectedUnitAmount: buyer.item(type).sale_amount,
    expectedCurrency: type,
  });

  it.each(["SORIA", "USD"] as const)(
    "money M3.1, M3.2: a purchase in %s at another price is refused with 10100 and the price of now",
    async (type) => {
      const more = seen(type);
      await buyer.price(type, { amount: 123_400 });
      expect(await buyer.buy(type, { more })).toMatchObject({
        status: 200,
        result: 10100,
        message: "PRICE_CHANGED",
        data: { unitAmount: 123_400, currency: type },
      });
      expect((await buyer.book()).items).toEqual([]);
    },
  );

  it("money M3.1: another currency is refused, too", async () => {
    const more = seen("USD");
    await buyer.price("USD", { payment_type: "SORIA" });
    expect(await buyer.buy("USD", { more })).toMatchObject({
      result: 10100,
      data: { unitAmount: more.expectedUnitAmount, currency: "SORIA" },
    });
  });

  it("money M3.1: is compared in the transaction of the debit: one that changes before it is refused", async () => {
    const locks = vi.spyOn(sandbox.services, "lock");
    let release = () => {};
    const held = sandbox.services.lock(
      `member ${buyer.id}`,
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    const buying = buyer.buy("SORIA", { more: seen("SORIA") });
    // By now the purchase has read the price and waits for the member's lock.
    const waiters = () => locks.mock.calls.filter(([name]) => name === `member ${buyer.id}`);
    await vi.waitFor(() => expect(waiters()).toHaveLength(2), { timeout: 20_000 });
    locks.mockRestore();
    await buyer.price("SORIA", { amount: 500 });
    release();
    await held;
    expect(await buying).toMatchObject({ result: 10100, data: { unitAmount: 500 } });
    expect((await buyer.balances()).soria).toBe(100_000);
  });

  it("money M3.2: the refusal is not kept under the key", async () => {
    const key = ApiBuyer.key();
    await buyer.price("SORIA", { amount: 500 });
    expect((await buyer.buy("SORIA", { key, more: seen("SORIA") })).result).toBe(10100);
    const agreed = { expectedUnitAmount: 500, expectedCurrency: "SORIA" };
    expect(await buyer.buy("SORIA", { key, more: agreed })).toMatchObject({
      result: 1,
      data: { amount: 500 },
    });
  });

  it("money M3.4: a card's intent has the transaction's amount; one that differs captures nothing", async () => {
    const { data } = await buyer.buy("USD", { more: { quantity: 3 } });
    expect(data).toMatchObject({ amount: 3 * buyer.item("USD").sale_amount, currency: "USD" });
    await sandbox.services.db.run("UPDATE card_intents SET amount = 1, status = 'succeeded' WHERE id = ?", [
      buyer.intentOf(data),
    ]);
    expect((await buyer.capture(data)).result).toBe(10004);
    expect(await buyer.row(data)).toMatchObject({ amountTaken: 0, capturedAt: null });
  });

  it("money M3.5: a later price does not touch a transaction", async () => {
    const { data } = await buyer.buy("USD");
    await buyer.price("USD", { amount: 999_900 });
    await buyer.charge(data);
    expect((await buyer.capture(data)).data.amount).toBe(data.amount);
    expect((await buyer.balances()).point).toBe(Math.floor((data.amount ?? 0) / 100));
  });

  it("money M8.1: a card pays 99,999,999 hundredths at most", async () => {
    await buyer.price("USD", { amount: 99_999_999 });
    expect((await buyer.buy("USD")).result).toBe(1);
    await buyer.price("USD", { amount: 100_000_000 });
    expect((await buyer.buy("USD")).result).toBe(10001);
  });

  it("money M8.2: a price that is no whole unit is refused with 10110, never rounded", async () => {
    await buyer.price("SORIA", { amount: 1050 });
    expect((await buyer.buy("SORIA")).result).toBe(10110);
    expect((await buyer.buy("SORIA", { more: { quantity: 2 } })).result).toBe(10110);
    expect((await buyer.balances()).soria).toBe(100_000);
  });
});

describe("the method", () => {
  it.each([
    ["SORIA", "STRIPE"],
    ["SORIA", "SORIA_PLUS"],
    ["USD", "SORIA"],
    ["USD", "PAYPAL"],
  ] as const)("of a %s item is not %s: 10002", async (type, transactionMethod) => {
    expect((await buyer.buy(type, { more: { transactionMethod } })).result).toBe(10002);
  });

  it("is required of a cancellation", async () => {
    const { transactionId } = (await buyer.buy("USD")).data;
    expect(await buyer.post("/store/order/cancel", { transactionId })).toMatchObject({
      status: 400,
      result: 0,
    });
  });
});

describe("the history's line", () => {
  it("money M8.3: has the amount, the balance, the time, the transaction and the quantity of a purchase", async () => {
    const { data } = await buyer.buy("SORIA", { more: { quantity: 2 } });
    expect(await buyer.history()).toMatchObject([
      {
        type: "REDEEM",
        currency_type: "soria",
        change_amount: (data.amount ?? 0) / 100,
        net_amount: 100_000 - (data.amount ?? 0) / 100,
        transactionId: data.transactionId,
        created_at: data.capturedAt,
        web_note: expect.stringContaining("× 2"),
      },
    ]);
  });

  it("money M8.4: every answer has the sandbox's clock in Date", async () => {
    const { headers } = await buyer.bookCall();
    expect(Date.parse(headers.get("date") ?? "")).toBe(Math.floor(sandbox.clock.now / 1000) * 1000);
  });
});
