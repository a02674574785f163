/** Fields that the specification does not name are sent only to an API that has said that it knows them. */
import { beforeEach, describe, expect, it } from "vitest";
import { suggestionsPart } from "~/routes/dao/reads.server";
import { callApi } from "#server/api/api.server";
import { noteKnown, withoutUnknown } from "#server/api/proposed-fields.server";
import { calls } from "#server/wire/calls";
import { success, tokens, withFakeApi } from "../purchases/fake-api";

const api = withFakeApi(Date.UTC(2026, 0, 15));
beforeEach(() => {
  api.knows = undefined;
  noteKnown("product", undefined);
  noteKnown("orders", undefined);
});

const purchase = {
  ...{ transactionMethod: "SORIA" as const, objectId: 1, quantity: 1, orderId: "O-1" },
  ...{ expectedUnitAmount: 100, expectedCurrency: "SORIA" as const },
};
const buy = () => callApi("purchase", { tokens, key: "0123456789abcdef", json: purchase });
const bought = { ...success({ transactionId: "T-1", clientSecret: null }) };
const named = { transactionMethod: "SORIA", objectId: 1, quantity: 1 };

describe("a proposed field", () => {
  it("is left out until the API has said that it knows it, and again when it says so no more", async () => {
    const knows = (names: string) => ({ ...bought, headers: { "Known-Fields": names } });
    api.responses = [knows("expectedUnitAmount,  expectedCurrency"), knows("orderId"), bought, bought];
    for (let call = 0; call < 4; call += 1) await buy();
    expect(api.sent.map(([, body]) => body)).toEqual([
      named,
      { ...named, expectedUnitAmount: 100, expectedCurrency: "SORIA" },
      { ...named, orderId: "O-1" },
      named,
    ]);
  });

  it("stays known after a refusal and after a failure, which may be a proxy's", async () => {
    const known = { ...bought, headers: { "Known-Fields": "orderId" } };
    api.responses = [
      known,
      { body: { result: 8005, message: "", data: null } },
      { status: 503, body: {} },
      bought,
    ];
    await buy();
    await expect(buy()).rejects.toThrow();
    await expect(buy()).rejects.toThrow();
    await buy();
    expect(api.sent.at(-1)?.[1]).toEqual({ ...named, orderId: "O-1" });
  });

  it("is known by each service for itself, and left out of rows too", () => {
    noteKnown("product", "expectedUnitAmount, expectedCurrency, transactionId");
    const row = { objectId: 1, quantity: 1, expectedUnitAmount: 100, expectedCurrency: "USD" };
    const order = { json: { orderItems: [row], paymentMethod: "STRIPE" } };
    expect(withoutUnknown(calls.createOrder, order).json).toEqual({
      orderItems: [{ objectId: 1, quantity: 1 }],
      paymentMethod: "STRIPE",
    });
    noteKnown("orders", "expectedUnitAmount, expectedCurrency");
    expect(withoutUnknown(calls.createOrder, order)).toBe(order);
    const confirmation = { json: { orderId: 1, transactionId: "T-1" } };
    expect(withoutUnknown(calls.confirmOrder, confirmation).json).toEqual({ orderId: 1 });
  });

  it("may be a value: sort=ENDING has to be known, other values are the specification's or the visitor's", () => {
    const left = (sort: string) => withoutUnknown(calls.suggestions, { query: { page: 1, sort } }).query;
    expect([left("ENDING"), left("LATEST"), left("POPULAR")]).toEqual([
      { page: 1 },
      { page: 1, sort: "LATEST" },
      { page: 1, sort: "POPULAR" },
    ]);
    noteKnown("product", "sort=ENDING");
    expect(left("ENDING")).toEqual({ page: 1, sort: "ENDING" });
  });

  it("is read from the first 1,000 characters of the header", () => {
    noteKnown("product", `${"x".repeat(1000)},orderId`);
    expect(withoutUnknown(calls.purchase, { json: { orderId: 1 } }).json).toEqual({});
  });

  it("is in no call that has none", () => {
    const sent = { json: { token: "t" } };
    expect(withoutUnknown(calls.signOut, sent)).toBe(sent);
  });
});

describe("votes in progress that end soon", () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 0, 16, hours)).toISOString();
  const item = (id: number, end_at?: string) => ({ id, status: "IN_PROGRESS", ...(end_at && { end_at }) });
  const items = [item(1, at(9)), item(2), item(3, at(3)), item(4, at(5))];
  const list = success({ page: 1, page_count: 1, stats: { total: 4 }, items });
  const read = async () => {
    api.responses = [list];
    const part = await suggestionsPart({ tokens, language: "ja" }, { status: "IN_PROGRESS", sort: "ENDING" });
    return part.ok ? part.value.items.map(({ id }) => id) : part;
  };

  it("are ordered by the site where the API has not said that it knows sort=ENDING", async () => {
    expect(await read()).toEqual([3, 4, 1, 2]);
    expect(api.asked.map(String)).toEqual(["status=IN_PROGRESS&page=1"]);
  });

  it("are asked for where it has", async () => {
    noteKnown("product", "sort=ENDING");
    await read();
    expect(api.asked.map(String)).toEqual(["status=IN_PROGRESS&sort=ENDING&page=1"]);
  });
});
