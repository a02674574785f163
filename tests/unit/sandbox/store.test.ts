import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CaptureData, PurchaseData, StoreListData, StoreObject } from "#server/wire/store";
import type { ProfileData } from "#server/wire/users";
import type { OrderListData } from "#server/wire/orders";
import { withSandbox } from "./support";

const sandbox = withSandbox();
let products: StoreObject[];
let token: string;

beforeAll(async () => {
  token = (await sandbox.signedIn()).token;
  const { data } = await sandbox.call<StoreListData>("/store/products?size=100&scope=WEB", { token });
  products = data.items;
});
beforeEach(async () => {
  const balances = { soria: 1000, soriaPlus: 100, point: 50 };
  token = (await sandbox.signedIn({ balances, history: 6 })).token;
});

const priced = (type: string): StoreObject => {
  const product = products.find(({ payment_type }) => payment_type === type);
  if (!product) throw new Error(`No product in ${type}`);
  return product;
};
/** Returns the payment method of an item; any method for an unknown one. */
const methodOf = (objectId: number) => {
  const type = products.find(({ id }) => id === objectId)?.payment_type ?? "USD";
  return type === "USD" || type === "SGD" ? "STRIPE" : type;
};
const buy = (objectId: number, quantity = 1, more: object = {}) =>
  sandbox.call<PurchaseData>("/store/products/purchase", {
    token,
    body: { transactionMethod: methodOf(objectId), objectId, quantity, ...more },
  });
const capture = (transactionId: string, externalTransactionId: string) =>
  sandbox.call<CaptureData>("/store/order/capture", {
    token,
    body: { transactionMethod: "STRIPE", transactionId, externalTransactionId },
  });
const me = async () => (await sandbox.call<ProfileData>("/users/me", { token })).data;
const history = async () => ({ items: await sandbox.history(token) });
const orders = async () =>
  (await sandbox.orders<OrderListData>("/v1/users/orders", { token, language: "en" })).data;
const intentOf = (clientSecret: string | undefined) => clientSecret?.split("_secret_")[0] ?? "";
/** Pays an intent, as the card form would. */
const pay = (intent: string) =>
  sandbox.services.db.run("UPDATE card_intents SET status = 'succeeded' WHERE id = ?", [intent]);

describe("products", () => {
  it("are at least 24, in all five payment types, with a picture that is there", async () => {
    expect(products.length).toBeGreaterThanOrEqual(24);
    expect(new Set(products.map(({ payment_type }) => payment_type)).size).toBe(5);
    for (const { objectImages } of products) {
      const response = await sandbox.fetch(new Request(objectImages[0]?.url ?? ""));
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("image/svg+xml");
    }
  });

  it("are named in the language of the reader", async () => {
    const name = async (language: string) =>
      (await sandbox.call<StoreObject>("/store/products/1", { token, language })).data.name;
    expect(new Set(await Promise.all(["ja", "en", "ko", "zh"].map(name))).size).toBe(4);
    expect(await name("fr")).toBe(await name("ja"));
  });

  it.each(["0", "999", "-1", "abc", "1e3"])("does not find %s", async (id) => {
    expect((await sandbox.call(`/store/products/${id}`, { token })).status).toBe(404);
  });
});

describe("paying with a balance", () => {
  it.each([
    ["POINT", 8004, 50],
    ["SORIA", 8005, 1000],
    ["SORIA_PLUS", 8006, 100],
  ])("too little %s is %i with what is missing", async (type, code, balance) => {
    const item = priced(type);
    const required = ((item.sale_amount ?? 0) * 100) / 100;
    expect(await buy(item.id, 100)).toMatchObject({
      result: code,
      data: { required_amount: required, balance_amount: balance, missing_amount: required - balance },
    });
    expect((await history()).items).toHaveLength(6);
  });

  it("never takes more than there is, however many come at once", async () => {
    const item = products.find(({ payment_type }) => payment_type === "SORIA");
    const cost = (item?.sale_amount ?? 0) / 100;
    const responses = await Promise.all(Array.from({ length: 8 }, () => buy(item?.id ?? 0)));
    const bought = responses.filter(({ result }) => result === 1).length;
    expect(bought).toBe(Math.floor(1000 / cost));
    expect((await me()).soriaAmount).toBe(1000 - bought * cost);
  });
});

describe("paying by card", () => {
  it("gives the Soria of a pack", async () => {
    const pack = products.find(({ name }) => name === "Soria 1,000");
    const { data } = await buy(pack?.id ?? 0, 2);
    await pay(intentOf(data.clientSecret));
    await capture(data.transactionId, intentOf(data.clientSecret));
    expect((await me()).soriaAmount).toBe(3000);
    expect((await history()).items[0]).toMatchObject({ type: "RECHARGE", change_amount: 2000 });
  });

  it.each([
    ["an unknown item", { objectId: 999, quantity: 1, transactionMethod: "STRIPE" }, 404, 10000],
    ["too many", { objectId: 5, quantity: 9_007_199_254_740_991, transactionMethod: "STRIPE" }, 200, 10001],
  ])("refuses %s", async (_what, body, status, result) => {
    const response = await sandbox.call("/store/products/purchase", { token, body });
    expect(response).toMatchObject({ status, result });
  });
});

describe("PayPal", () => {
  it("captures an order once", async () => {
    const body = { objectId: priced("USD").id, quantity: 1 };
    const { data } = await sandbox.call<{ orderId: string }>("/paypal/orders", { token, body });
    const take = (more: object) =>
      sandbox.call("/paypal/orders/capture", { token, body: { ...body, orderId: data.orderId, ...more } });
    expect((await take({ quantity: 2 })).result).toBe(13000);
    const [first, again] = [await take({}), await take({})];
    expect(first.result).toBe(1);
    expect(again.data).toEqual(first.data);
    expect((await orders()).content).toHaveLength(1);
  });
});
