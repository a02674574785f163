/**
 * Checks sandbox responses, also of rejected calls, against the zod schemas of server/wire. openapi.test.ts checks a
 * successful response of each call.
 */
import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import * as auth from "#server/wire/auth";
import * as dao from "#server/wire/dao";
import * as news from "#server/wire/news";
import { calls } from "#server/wire/calls";
import * as store from "#server/wire/store";
import * as support from "#server/wire/support";
import { withSandbox } from "./support";

const sandbox = withSandbox();
let token: string;

beforeAll(async () => {
  const { data } = await sandbox.signIn("member@soria.test");
  token = data.accessToken;
});

describe("the other answers", () => {
  const post = (path: string, body: unknown) => sandbox.call(path, { token, body });
  const fits = (schema: z.ZodTypeAny, answer: { data: unknown }) =>
    expect(schema.safeParse(answer.data).error).toBeUndefined();

  it("sign-in: of a member, of one who leaves, of a suspended one, and with a wrong password", async () => {
    fits(auth.signInData, await sandbox.signIn("member@soria.test"));
    fits(auth.signInData, await sandbox.signIn("leaving@soria.test"));
    fits(auth.suspensionData, await sandbox.signIn("suspended@soria.test"));
    fits(auth.failedCountData, await sandbox.signIn("new@soria.test", "wrong"));
  });

  it("a purchase from a balance, and one that the balance is too small for", async () => {
    const { items } = (await sandbox.call<store.StoreListData>("/store/products?size=50", { token })).data;
    const objectId = items.find(({ payment_type }) => payment_type === "POINT")?.id ?? 0;
    const buy = (quantity: number) =>
      post("/store/products/purchase", { transactionMethod: "POINT", objectId, quantity });
    fits(store.insufficientData, await buy(999));
    fits(store.purchaseData, await buy(1));
  });

  it("each inquiry of a member", async () => {
    const { data } = await sandbox.call<support.InquiryListData>("/support/inquiries?size=50", { token });
    for (const { publicId } of data.content) {
      fits(support.inquiryDetailData, await sandbox.call(`/support/inquiries/${publicId}`, { token }));
    }
  });

  it("a report without a detail", async () => {
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
