/** What the API's refusals of a purchase say, and what can be sold at which price. */
import { describe, expect, it, vi } from "vitest";
import { MAX_CARD_AMOUNT } from "~/domain/money";
import { ApiError } from "#server/errors/api-error";
import { isSellable, orderOf, orderRequestOf, wantedOf } from "#server/purchases/order-request.server";
import type { Purchase } from "#server/purchases/purchase.server";
import type { Session } from "#server/session/session.server";
import {
  isKeyBurnt,
  isQuantityRefused,
  newPriceOf,
  priceOf,
  shortageOf,
} from "#server/purchases/refusals.server";
import { Code } from "#server/wire/codes";
import type { StoreObject } from "#server/wire/store";
import { delivery } from "./support";

const refusal = (code: number, data: unknown = null) =>
  ApiError.business("POST /store/products/purchase", code, data);

const SHORTAGE = { required_amount: 300, balance_amount: 100, missing_amount: 200 };

describe("a refusal", () => {
  it("names the new price, and only that one", () => {
    const data = { unitAmount: 500, currency: "USD" };
    expect(newPriceOf(refusal(Code.STORE_PRICE_CHANGED, data))).toEqual(data);
    expect(newPriceOf(refusal(Code.STORE_PRICE_CHANGED, { unitAmount: "500" }))).toBeUndefined();
    expect(newPriceOf(refusal(Code.STORE_KEY_REUSED, data))).toBeUndefined();
    const wanted = { unitAmount: 500, currency: "USD" as const, name: "Kite" };
    expect(priceOf(wanted)).toEqual(data);
  });

  it("burns the key when the API has seen it with another content, or forgotten its response", () => {
    const codes = [Code.STORE_KEY_REUSED, Code.STORE_KEY_EXPIRED, Code.STORE_KEY_IN_PROGRESS];
    expect(codes.map((code) => isKeyBurnt(refusal(code)))).toEqual([true, true, false]);
  });

  it.each([Code.INSUFFICIENT_POINT, Code.INSUFFICIENT_SORIA, Code.INSUFFICIENT_SORIA_PLUS])(
    "%d says how much the balance lacks",
    (code) => {
      expect(shortageOf(refusal(code, SHORTAGE))).toEqual(SHORTAGE);
      expect(shortageOf(refusal(code, null))).toBeUndefined();
    },
  );

  it("for another reason says nothing of the balance", () => {
    expect(shortageOf(refusal(Code.STORE_INVALID_QUANTITY, SHORTAGE))).toBeUndefined();
  });

  it("of the quantity is told apart", () => {
    const codes = [Code.STORE_INVALID_QUANTITY, Code.STORE_PRICE_CHANGED];
    expect(codes.map((code) => isQuantityRefused(refusal(code)))).toEqual([true, false]);
  });
});

describe("an item", () => {
  const item = (sale_amount: number | null, payment_type: StoreObject["payment_type"]) =>
    ({ id: 7, name: "Kite", sale_amount, payment_type }) as StoreObject;

  it.each([
    [30_000, "SORIA", true],
    [100, "POINT", true],
    [30_050, "SORIA", false],
    [0, "SORIA", false],
    [-100, "SORIA", false],
    [null, "SORIA", false],
    [100.5, "USD", false],
    [1, "USD", true],
    [MAX_CARD_AMOUNT, "SGD", true],
    [MAX_CARD_AMOUNT + 1, "SGD", false],
    [MAX_CARD_AMOUNT + 1, "SORIA_PLUS", true],
  ] as const)("for %s in %s can be sold: %s", (amount, type, is) => {
    expect(isSellable(item(amount, type))).toBe(is);
    expect(wantedOf(item(amount, type), 1) !== undefined).toBe(is);
  });

  it("is wanted in a quantity whose whole price a card can pay", () => {
    expect(wantedOf(item(30_000, "SORIA"), 3)).toEqual({
      ...{ objectId: 7, name: "Kite", quantity: 3, unitAmount: 30_000, amount: 90_000, currency: "SORIA" },
    });
    const half = (MAX_CARD_AMOUNT - 1) / 2;
    expect(wantedOf(item(half, "USD"), 2)?.amount).toBe(MAX_CARD_AMOUNT - 1);
    expect(wantedOf(item(half, "USD"), 3)).toBeUndefined();
    expect(wantedOf(item(MAX_CARD_AMOUNT / 9, "USD"), 9)?.amount).toBe(MAX_CARD_AMOUNT);
    expect(wantedOf(item(MAX_CARD_AMOUNT + 1, "SORIA"), 2)).toBeDefined();
  });

  it.each([0, -1, 0.5, Number.MAX_SAFE_INTEGER])("is not wanted in the quantity %d", (quantity) => {
    expect(wantedOf(item(30_000, "SORIA"), quantity)).toBeUndefined();
  });

  it("can be ordered with delivery if a card pays for it", async () => {
    const flash = vi.fn(async () => undefined);
    const session = { flash, cookies: async () => [] } as unknown as Session;
    expect(await orderOf(session, item(500, "USD"), 2)).toMatchObject({ objectId: 7, amount: 1_000 });
    for (const [amount, type] of [
      [30_000, "SORIA"],
      [null, "USD"],
    ] as const)
      await expect(orderOf(session, item(amount, type), 1)).rejects.toBeDefined();
    expect(flash).toHaveBeenCalledTimes(2);
  });
});

describe("the request for an order with delivery", () => {
  const order = {
    ...{ kind: "order", objectId: 7, quantity: 2, unitAmount: 500, currency: "USD" },
    delivery,
  } as Purchase;

  it("has item, price, customer, address and payment method", () => {
    expect(orderRequestOf(order)).toEqual({
      orderItems: [{ objectId: 7, quantity: 2, expectedUnitAmount: 500, expectedCurrency: "USD" }],
      customer: { name: "a", phone: "b", email: "c" },
      shipping: { name: "d", phone: "e", postalCode: "f", address: "g", detailedAddress: "h" },
      paymentMethod: "i",
    });
  });

  it("is never made without an address", () => {
    expect(() => orderRequestOf({ ...order, delivery: undefined })).toThrow("address");
  });
});
