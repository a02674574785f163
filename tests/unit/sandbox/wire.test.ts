/**
 * Checks sandbox responses, also of rejected calls, against the zod schemas of server/wire. openapi.test.ts checks each
 * call's successful response against the OpenAPI file.
 */
import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import * as auth from "#server/wire/auth";
import * as dao from "#server/wire/dao";
import * as news from "#server/wire/news";
import { calls } from "#server/wire/calls";
import * as orders from "#server/wire/orders";
import * as store from "#server/wire/store";
import * as support from "#server/wire/support";
import { PASSWORD } from "../../mocks/sandbox";
import { withSandbox } from "./support";

const sandbox = withSandbox();
let token: string;
let refresh: string;

beforeAll(async () => {
  const { data } = await sandbox.signIn("member@soria.test");
  token = data.accessToken;
  refresh = data.refreshToken;
});

describe("the other calls", () => {
  const post = (path: string, body: unknown) => sandbox.call(path, { token, body });
  const fits = (schema: z.ZodTypeAny, answer: { data: unknown }) =>
    expect(schema.safeParse(answer.data).error).toBeUndefined();

  it("auth", async () => {
    fits(auth.signInData, await sandbox.signIn("member@soria.test"));
    fits(auth.signInData, await sandbox.signIn("leaving@soria.test"));
    fits(auth.suspensionData, await sandbox.signIn("suspended@soria.test"));
    fits(auth.failedCountData, await sandbox.signIn("new@soria.test", "wrong"));
    fits(auth.signInData, await sandbox.call("/auth/refresh/session?platform=WEB", { token: refresh }));
    fits(calls.refreshAccessToken.data, await sandbox.call("/auth/refresh/access-token", { token: refresh }));
    fits(calls.checkEmail.data, await post("/auth/check-email", { email: "member@soria.test" }));
    const { email } = await sandbox.make();
    await post("/auth/request-code", { email, language: "EN" });
    const authCode = (await sandbox.mails(email ?? ""))[0]?.code;
    fits(calls.verifyCode.data, await post("/auth/verify-code", { email, authCode }));
    const made = await sandbox.call<z.output<typeof calls.resetToken.data>>("/auth/token", {
      body: { email, authCode },
    });
    fits(calls.resetToken.data, made);
    const body = { token: made.data.token, password: PASSWORD };
    fits(calls.resetPassword.data, await sandbox.call("/auth/reset-password", { method: "PATCH", body }));
  });

  it("store, PayPal, orders", async () => {
    const { items } = (await sandbox.call<store.StoreListData>("/store/products?size=50", { token })).data;
    const objectId = items.find(({ payment_type }) => payment_type === "USD")?.id ?? 0;
    const wanted = { objectId, quantity: 1, transactionMethod: "STRIPE" };
    const bought = await sandbox.call<store.PurchaseData>("/store/products/purchase", {
      token,
      body: wanted,
    });
    fits(store.purchaseData, bought);
    const externalTransactionId = bought.data.clientSecret?.split("_secret_")[0];
    await sandbox.services.db.run("UPDATE card_intents SET status = 'succeeded'");
    const { transactionId } = bought.data;
    fits(
      store.captureData,
      await post("/store/order/capture", {
        transactionMethod: "STRIPE",
        transactionId,
        externalTransactionId,
      }),
    );
    const plus = items.find(({ payment_type }) => payment_type === "POINT")?.id ?? 0;
    fits(
      store.insufficientData,
      await post("/store/products/purchase", { transactionMethod: "POINT", objectId: plus, quantity: 999 }),
    );
    fits(
      store.purchaseData,
      await post("/store/products/purchase", { transactionMethod: "POINT", objectId: plus, quantity: 1 }),
    );

    const order = await sandbox.call<z.output<typeof calls.createPaypalOrder.data>>("/paypal/orders", {
      token,
      body: wanted,
    });
    fits(calls.createPaypalOrder.data, order);
    fits(calls.capturePaypalOrder.data, await post("/paypal/orders/capture", { ...wanted, ...order.data }));

    fits(orders.orderListData, await sandbox.orders("/v1/users/orders?page=1&size=10", { token }));
    const address = { postalCode: "1", address: "2", detailedAddress: "3" };
    const person = { name: "n", phone: "1" };
    const placed = await sandbox.orders("/v1/users/orders", {
      token,
      body: {
        orderItems: [{ objectId, quantity: 1 }],
        customer: { ...person, email: "a@b.co" },
        shipping: { ...person, ...address },
        paymentMethod: "STRIPE",
      },
    });
    fits(calls.createOrder.data, placed);
    const confirmed = await sandbox.orders("/v1/users/orders/confirm", { token, body: placed.data });
    fits(calls.confirmOrder.data, confirmed);
  });

  it("inquiries", async () => {
    const { data } = await sandbox.call<support.InquiryListData>("/support/inquiries?size=50", { token });
    for (const { publicId } of data.content) {
      fits(support.inquiryDetailData, await sandbox.call(`/support/inquiries/${publicId}`, { token }));
    }
  });

  it("likes and reports", async () => {
    fits(
      calls.likeDebate.data,
      await sandbox.call("/dao/suggestions/19/debates/1/like", { method: "POST", token }),
    );
    const report = { targetType: "DEBATE", targetId: 1, reason: "ETC" };
    expect((await post("/dao/report", calls.report.json.parse(report))).result).toBe(1);
  });

  it("refusals have the envelope too", async () => {
    const read = async (path: string) =>
      (await sandbox.fetch(new Request(`http://api.test${path}`))).json() as Promise<unknown>;
    const refusal = { result: expect.any(Number), message: expect.any(String), data: null };
    expect(await read("/api/users/me")).toEqual(refusal);
    expect(await read("/api/nothing/here")).toEqual(refusal);
    expect(await read("/order-service/v1/users/orders")).toEqual({ message: expect.any(String), data: null });
  });
});

describe("the schemas", () => {
  const product = { id: 1, name: "x", payment_type: "USD", extra: true };
  it("show a dash for a price that is no number, and ignore unknown fields", () => {
    for (const sale_amount of ["12", null, undefined, Number.NaN]) {
      const parsed = store.storeObject.parse({ ...product, sale_amount });
      expect(parsed).toEqual({
        id: 1,
        name: "x",
        payment_type: "USD",
        sale_amount: null,
        objectImages: [],
        story: "",
      });
    }
  });

  it("name the path of a wrong field", () => {
    const wrong = news.newsListData.safeParse({
      page: 1,
      page_count: 1,
      stats: { total: 1 },
      items: [{ id: "x" }],
    });
    expect(wrong.error?.issues.map(({ path }) => path.join("."))).toContain("items.0.id");
  });

  it("take an unknown category as ETC, and governance with nothing but an id", () => {
    expect(news.newsType.parse("BRAND_NEW")).toBe("ETC");
    expect(dao.suggestionListData.parse({ items: [{ id: 3, status: "NEW", type: null }] })).toMatchObject({
      page: 1,
      page_count: 1,
      stats: { total: 1 },
      items: [{ id: 3 }],
    });
    expect(dao.commentListData.parse(null)).toMatchObject({ items: [], stats: { total: 0 } });
  });
});
