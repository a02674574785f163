/**
 * The site stays correct about money when the API contradicts the purchase that was asked for. Each test is named after
 * a defect that it reproduced.
 */
import { describe, expect, it } from "vitest";
import { faults, sandbox } from "../mocks/server";
import { act, later, mine, openPurchase, taken } from "./store-acts";
import { olderApi } from "./store-support";
import { buy, BUY, come, MINUTE_MS, soria, usd, useShop } from "./store-money-support";

useShop();

const LIST = "/api/users/me/purchases";

describe("an answer that contradicts the intention", () => {
  it.each([
    ["another status", { "data.status": "PENDING" }],
    ["a status that nobody knows", { "data.status": "MAYBE" }],
    ["another amount", { "data.amount": 1 }],
    ["another currency", { "data.currency": "POINT" }],
    ["a card intent", { "data.clientSecret": "pi_1_secret_2" }],
    ["an earlier time", { "data.createdAt": "2024-01-01T00:00:00Z" }],
  ])("is not told as complete: %s", async (_, set) => {
    const shopper = await come();
    await faults(
      { path: BUY, set, member: shopper.member.id },
      { path: LIST, status: 500, member: shopper.member.id },
    );
    const { location } = await buy(shopper, soria);
    expect((await openPurchase(shopper, location ?? "")).status).toBe("mismatch");
    expect(await shopper.messages()).not.toContain("store:outcome.captured");
    // Once the list is readable it takes precedence: the balance was charged.
    await faults();
    expect((await openPurchase(shopper, location ?? "")).status).toBe("done");
  });

  it("of an item that is USD in one answer and SORIA in the next does not say that nothing was charged", async () => {
    await olderApi();
    const shopper = await come();
    await faults({
      path: BUY,
      price: { item: usd, currency: "SORIA", amount: 30_000 },
      member: shopper.member.id,
    });
    const { services } = await sandbox();
    const row = await services.db.one<{ amount: number }>("SELECT amount FROM products WHERE id = ?", [usd]);
    try {
      const { location } = await buy(shopper, usd);
      expect((await openPurchase(shopper, location ?? "")).status).toBe("mismatch");
      later(4 * MINUTE_MS);
      const shown = await openPurchase(shopper, location ?? "");
      expect(shown.status).toBe("unclearOne");
      await act(shopper, shown.purchase?.key ?? "", "say-taken");
      expect(await openPurchase(shopper, location ?? "")).toMatchObject({
        status: "otherAmount",
        purchase: { taken: { amount: 30_000, currency: "SORIA" } },
      });
    } finally {
      await services.db.run("UPDATE products SET amount = ?, payment_type = 'USD' WHERE id = ?", [
        row?.amount ?? 0,
        usd,
      ]);
    }
  });

  it("with a code that nobody knows is not told as refused", async () => {
    const shopper = await come();
    const body = { result: 4711, message: "?", data: null };
    await faults({ path: BUY, status: 200, body, after: true, member: shopper.member.id });
    const { location } = await buy(shopper, soria);
    await faults();
    expect((await openPurchase(shopper, location ?? "")).status).toBe("done");
  });

  it("to a key that the API has seen with another content is not told as refused before the list was read", async () => {
    const shopper = await come();
    const body = { result: 10101, message: "KEY_REUSED", data: null };
    await faults(
      { path: BUY, status: 422, body, member: shopper.member.id },
      { path: LIST, status: 500, member: shopper.member.id },
    );
    const { location } = await buy(shopper, soria);
    expect((await openPurchase(shopper, location ?? "")).status).toBe("mismatch");
    await faults();
    later(2 * MINUTE_MS);
    expect((await openPurchase(shopper, location ?? "")).status).toBe("refused");
    expect(await taken(shopper)).toBe(0);
  });

  it("about another transaction is corrected by the list, and counts once", async () => {
    const shopper = await come();
    await faults({ path: BUY, set: { "data.transactionId": "TX-OTHER" }, member: shopper.member.id });
    const { location } = await buy(shopper, soria);
    await faults();
    later(11 * MINUTE_MS);
    await mine(shopper);
    expect(await shopper.purchases()).toEqual(["balance captured × 1"]);
    const [tx] = (await shopper.books()).transactions;
    expect((await openPurchase(shopper, location ?? "")).purchase?.transactionId).toBe(tx?.id);
  });
});
