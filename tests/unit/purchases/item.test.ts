/** How the item of a store URL is read. */
import { describe, expect, it } from "vitest";
import { requireItem } from "#server/purchases/order-request.server";
import { Code } from "#server/wire/codes";
import { refused, success, tokens, withFakeApi } from "./fake-api";
import { newBuyer } from "./support";

const api = withFakeApi(Date.UTC(2026, 0, 15));
const item = (name: string) => success({ id: 5, name, sale_amount: 500, payment_type: "USD", story: "" });
const request = async () => Object.assign((await newBuyer()).session, tokens);

describe("the item of a store URL", () => {
  it("is read once per request and language", async () => {
    const session = await request();
    api.responses = [item("凧"), item("Kite"), item("Other")];
    const read = async (id: string, language: "ja" | "en") => (await requireItem(session, id, language)).name;
    expect(await Promise.all([read("5", "ja"), read("5", "ja"), read("5", "en")])).toEqual([
      "凧",
      "凧",
      "Kite",
    ]);
    expect(await read("6", "ja")).toBe("Other");
    expect(api.sent.map(([call]) => call)).toEqual([
      ...["GET /store/products/5", "GET /store/products/5"],
      "GET /store/products/6",
    ]);
  });

  it.each<[string, (typeof api.responses)[number], object]>([
    ["there is none", refused(Code.STORE_OBJECT_NOT_FOUND), { kind: "http", status: 404 }],
    [
      "the API refuses otherwise",
      refused(Code.STORE_NOT_PAID),
      { kind: "business", code: Code.STORE_NOT_PAID },
    ],
    ["the API fails", { status: 500, body: {} }, { kind: "http", status: 502, code: undefined }],
  ])("is an error when %s", async (_, response, error) => {
    api.responses = [response];
    await expect(requireItem(await request(), "5", "ja")).rejects.toMatchObject(error);
  });

  it("passes a bug on", async () => {
    const bug = new TypeError("bug");
    const broken = Object.assign(await request(), { accessToken: () => Promise.reject(bug) });
    await expect(requireItem(broken, "5", "ja")).rejects.toBe(bug);
  });

  it.each([undefined, "", "five", "5x", "x5", "-5", "1234567890123456"])(
    "is not asked for with the id %s",
    async (id) => {
      await expect(requireItem(await request(), id, "ja")).rejects.toBeDefined();
      expect(api.sent).toEqual([]);
    },
  );
});
