/** Fault rules that make the API's responses contradict each other, and change prices during a call. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoreObject } from "#server/wire/store";
import { ApiBuyer } from "./money/buyer";
import { withSandbox } from "./support";

const PURCHASE = "/api/store/products/purchase";

const sandbox = withSandbox();
let buyer: ApiBuyer;

beforeEach(async () => {
  buyer = await ApiBuyer.come(sandbox);
});
afterEach(async () => {
  await sandbox.faults([]);
  for (const type of ["SORIA", "USD"] as const) await buyer.price(type, {});
});

describe("an answer that contradicts the work", () => {
  it("says other values than were booked, so many times", async () => {
    const set = { "data.amount": 90_000, "data.status": "PENDING", "data.currency": "SORIA_PLUS" };
    await sandbox.faults([{ path: PURCHASE, set, times: 1 }]);
    const { data } = await buyer.buy("SORIA");
    expect(data).toMatchObject({ amount: 90_000, status: "PENDING", currency: "SORIA_PLUS" });
    expect(await buyer.row(data)).toMatchObject({
      amount: buyer.item("SORIA").sale_amount,
      status: "CAPTURED",
      currency: "SORIA",
    });
    expect((await buyer.buy("SORIA")).data.status).toBe("CAPTURED");
  });

  it("leaves fields out, and says another epoch", async () => {
    const headers = { "Idempotency-Epoch": "another" };
    await sandbox.faults([{ path: PURCHASE, unset: ["data.amount", "data.createdAt"], headers }]);
    const response = await buyer.buy("SORIA", { key: ApiBuyer.key() });
    expect(Object.keys(response.data).sort()).toEqual([
      "capturedAt",
      "clientSecret",
      "currency",
      "status",
      "transactionId",
    ]);
    expect(response.headers.get("idempotency-epoch")).toBe("another");
  });

  it("changes one row of a list, or all of them", async () => {
    await buyer.buy("SORIA");
    await buyer.buy("SORIA");
    const path = "/api/users/me/purchases";
    await sandbox.faults([
      { path, set: { "data.items.*.currency": "POINT", "data.items.0.status": "REJECTED" } },
    ]);
    const { items } = await buyer.book();
    expect(items.map(({ currency, status }) => [currency, status])).toEqual([
      ["POINT", "REJECTED"],
      ["POINT", "CAPTURED"],
    ]);
  });

  it("leaves a refusal without data as it is", async () => {
    await sandbox.faults([{ path: PURCHASE, set: { "data.amount": 1 } }]);
    const response = await buyer.buy("SORIA", { more: { transactionMethod: "STRIPE" } });
    expect(response).toMatchObject({ result: 10002, data: null });
  });
});

describe("a price that changes inside a call", () => {
  const seen = (id: number) =>
    sandbox.call<StoreObject>(`/store/products/${id}`, { token: buyer.token }).then(({ data }) => data);

  it("changes before the work of the call", async () => {
    const { id } = buyer.item("SORIA");
    await sandbox.faults([{ path: PURCHASE, price: { item: id, amount: 90_000 } }]);
    const { data } = await buyer.buy("SORIA");
    expect(data.amount).toBe(90_000);
    expect((await buyer.balances()).soria).toBe(100_000 - 900);
  });

  it("changes after the answer was made, with its currency", async () => {
    const { id, sale_amount } = buyer.item("USD");
    const path = `/api/store/products/${id}`;
    await sandbox.faults([
      { path, times: 1, price: { item: id, amount: 70_000, currency: "SORIA", when: "after" } },
    ]);
    expect(await seen(id)).toMatchObject({ sale_amount, payment_type: "USD" });
    expect(await seen(id)).toMatchObject({ sale_amount: 70_000, payment_type: "SORIA" });
  });

  it("changes, and the answer of the call is lost", async () => {
    const { id } = buyer.item("SORIA");
    await sandbox.faults([{ path: PURCHASE, status: 500, after: true, price: { item: id, amount: 90_000 } }]);
    expect((await buyer.buy("SORIA")).status).toBe(500);
    expect((await buyer.book()).items).toMatchObject([{ amount: 90_000, status: "CAPTURED" }]);
  });
});
