/** One press is one purchase (docs/decisions/0064). */
import { describe, expect, it } from "vitest";
import { paths } from "~/domain/paths";
import { faults, sandbox } from "../mocks/server";
import { buyLongAgo, oldKey } from "./store-long-ago";
import { loseLedger } from "./store-memory";
import { later, mine, openPurchase, refund, taken } from "./store-acts";
import { olderApi, PURCHASE, Shopper } from "./store-support";
import { buy, press, tab } from "./store-forms-support";
import { BUY, come, MINUTE_MS, price, soria, usd, useShop } from "./store-money-support";

useShop();

const spent = async (shopper: Shopper) => 100_000 - (await shopper.books()).balances.soria;

describe("an older form", () => {
  it("of a second tab, with another quantity, buys once however often it is pressed", async () => {
    const shopper = await come();
    const [a, b] = [await tab(shopper), await tab(shopper)];
    await buy(shopper, a);
    await shopper.see();
    const first = await press(shopper, b, { quantity: "2" });
    for (let again = 0; again < 3; again += 1)
      expect((await press(shopper, b, { quantity: "2" })).location).toBe(first.location);
    expect(await spent(shopper)).toBe((price / 100) * 3);
  });

  it("of a second tab, with the same content, buys nothing after the first one has", async () => {
    const shopper = await come();
    const [a, b] = [await tab(shopper), await tab(shopper)];
    const { purchase } = await buy(shopper, a);
    await shopper.see();
    for (let again = 0; again < 3; again += 1) {
      const { location } = await press(shopper, b);
      expect((await openPurchase(shopper, location ?? "")).purchase?.key).toBe(purchase?.key);
      expect(await shopper.messages()).toContain("store:done.already");
    }
    expect(await taken(shopper)).toBe(1);
  });

  it("that was refused for too little buys once after the balance has grown", async () => {
    const shopper = await Shopper.come({ balances: { soria: 1 } });
    const [a, b] = [await tab(shopper), await tab(shopper)];
    const refused = await press(shopper, a);
    expect(refused.status).toBe(400);
    const { services } = await sandbox();
    await services.db.run("UPDATE members SET soria = 100000 WHERE id = ?", [shopper.member.id]);
    for (let again = 0; again < 3; again += 1) {
      const { status, errors, body } = await press(shopper, b);
      expect([status, errors]).toEqual([400, { "": ["store:errors.refusedBefore"] }]);
      expect([body?.key === b.key, body?.lastResult.initialValue?.["confirm"]]).toEqual([false, undefined]);
    }
    expect(await taken(shopper)).toBe(0);
    // The answer to the refusal is another form.
    const next = { ...b, key: refused.body?.key ?? "" };
    for (let again = 0; again < 3; again += 1) expect((await buy(shopper, next)).status).toBe("done");
    expect(await taken(shopper)).toBe(1);
  });

  it("buys nothing after a refund, and the next form does", async () => {
    const shopper = await come();
    const form = await tab(shopper);
    const { purchase } = await buy(shopper, form);
    await refund(purchase?.transactionId);
    for (let again = 0; again < 2; again += 1) expect((await buy(shopper, form)).status).toBe("refunded");
    expect(await spent(shopper)).toBe(0);
    await shopper.see();
    expect((await buy(shopper, await tab(shopper))).status).toBe("done");
    expect(await spent(shopper)).toBe(price / 100);
  });

  it("buys nothing after the response was lost, whatever became of the purchase", async () => {
    const shopper = await come();
    const form = await tab(shopper);
    await faults({ path: BUY, mode: "close", after: true, member: shopper.member.id });
    await press(shopper, form);
    await faults();
    for (let again = 0; again < 3; again += 1) expect((await buy(shopper, form)).status).toBe("done");
    expect(await taken(shopper)).toBe(1);
  });

  it("that didn't go through stays so, and never becomes a purchase behind the member's back", async () => {
    const shopper = await come();
    const form = await tab(shopper);
    await faults({ path: BUY, mode: "close", member: shopper.member.id });
    await press(shopper, form);
    await faults();
    later(4 * MINUTE_MS);
    for (let again = 0; again < 2; again += 1)
      expect((await press(shopper, form)).errors).toEqual({ "": ["store:errors.refusedBefore"] });
    expect(await taken(shopper)).toBe(0);
  });

  it("is the same purchase after the ledger was lost, for an API with the list", async () => {
    const shopper = await come();
    const form = await tab(shopper);
    const { purchase } = await buy(shopper, form);
    await loseLedger(shopper.member.id);
    const again = await Promise.all([1, 2, 3].map(() => press(shopper, form)));
    for (const { location } of again)
      expect((await openPurchase(shopper, location ?? "")).purchase?.key).toBe(purchase?.key);
    expect(await taken(shopper)).toBe(1);
  });

  it("is the same purchase after the ledger was lost, for an API that only honours keys", async () => {
    await olderApi();
    const shopper = await come();
    const form = await tab(shopper);
    await buy(shopper, form);
    await loseLedger(shopper.member.id);
    expect((await buy(shopper, form)).status).toBe("done");
    expect(await taken(shopper)).toBe(1);
  });

  it("is not sent while the list that may know it cannot be read", async () => {
    const shopper = await come();
    const form = await tab(shopper);
    await buy(shopper, form);
    await loseLedger(shopper.member.id);
    await faults({ path: "/api/users/me/purchases", status: 500, member: shopper.member.id });
    const calls = (await shopper.calls())[PURCHASE];
    expect((await press(shopper, form)).errors).toEqual({ "": ["store:errors.notCreated"] });
    expect((await shopper.calls())[PURCHASE]).toBe(calls);
  });

  it("leads to its purchase though the price has changed or the item is gone since", async () => {
    const shopper = await come();
    const form = await tab(shopper);
    const { purchase } = await buy(shopper, form);
    const { services } = await sandbox();
    await services.db.run("UPDATE products SET amount = amount * 2 WHERE id = ?", [soria]);
    expect((await press(shopper, form)).location).toBe(paths.store.purchase(form.key));
    expect((await openPurchase(shopper, paths.store.purchase(form.key))).purchase?.key).toBe(purchase?.key);
    await faults({
      path: `/api/store/products/${soria}`,
      status: 404,
      body: { result: 10000, message: "gone", data: null },
      member: shopper.member.id,
    });
    expect((await press(shopper, form)).location).toBe(paths.store.purchase(form.key));
    expect((await openPurchase(shopper, paths.store.purchase(form.key))).purchase?.key).toBe(purchase?.key);
  });

  it("of another member is that member's own purchase", async () => {
    const [one, other] = [await come(), await come()];
    const form = await tab(one);
    const own = await buy(one, form);
    const theirs = await buy(other, form);
    expect(theirs.purchase?.key).not.toBe(own.purchase?.key);
    expect([await taken(one), await taken(other)]).toEqual([1, 1]);
  });

  it("of a card asks for one payment, however the member changes the quantity and back", async () => {
    const shopper = await come();
    const form = await tab(shopper, usd);
    const fields = (quantity: string) => ({ quantity, paymentType: "STRIPE", script: "ready" });
    for (const quantity of ["1", "3", "1", "1"]) await press(shopper, form, fields(quantity), usd);
    expect(await shopper.purchases()).toEqual(["card cancelled × 1", "card cancelled × 3", "card open × 1"]);
    expect(await shopper.messages()).toEqual([]);
  });
});

describe("without images", () => {
  it("a second purchase is a purchase, once the first one was told", async () => {
    const shopper = await come();
    await buy(shopper, await tab(shopper));
    expect(await shopper.see()).toEqual(["store:outcome.captured"]);
    expect(await shopper.see()).toEqual([]);
    expect((await buy(shopper, await tab(shopper))).status).toBe("done");
    expect(await taken(shopper)).toBe(2);
  });

  it("a purchase whose page was answered is followed by another form, also before any message was", async () => {
    const shopper = await come();
    const form = await tab(shopper);
    await press(shopper, form);
    // Its outcome was not shown: the same form.
    expect((await tab(shopper)).key).toBe(form.key);
    await buy(shopper, form);
    expect((await tab(shopper)).key).not.toBe(form.key);
  });
});

describe("a lost record", () => {
  it("is called lost for no purchase that the API lists: of 250, or 300 days ago", async () => {
    const shopper = await come();
    await buyLongAgo(shopper.member.id, soria, 250);
    await mine(shopper);
    for (const index of [0, 60, 91, 249]) {
      const shown = await openPurchase(shopper, paths.store.purchase(oldKey(shopper.member.id, index)));
      expect([index, shown.code, shown.status]).toEqual([index, 200, "done"]);
      const byNumber = `/store/products/complete?transaction=TX-OLD-${shopper.member.id}-${index}`;
      expect((await openPurchase(shopper, byNumber)).status).toBe("done");
    }
    expect((await openPurchase(shopper, paths.store.purchase("nobodys-purchase-000000"))).code).toBe(404);
    expect(await shopper.messages()).toEqual([]);
  });

  it("is not called lost while the list cannot be read", async () => {
    const shopper = await come();
    const form = await tab(shopper);
    await buy(shopper, form);
    await loseLedger(shopper.member.id);
    await faults({ path: "/api/users/me/purchases", status: 500, member: shopper.member.id });
    const address = paths.store.purchase(form.key);
    // The route's error boundary says "not known yet".
    expect((await openPurchase(shopper, address)).code).toBe(503);
    await faults();
    later(MINUTE_MS);
    expect((await openPurchase(shopper, address)).status).toBe("done");
  });

  it("is found by the address of its form, once it is listed again and before", async () => {
    const shopper = await come();
    const form = await tab(shopper);
    const { purchase } = await buy(shopper, form, { quantity: "2" });
    await loseLedger(shopper.member.id);
    const address = paths.store.purchase(form.key);
    for (let look = 0; look < 2; look += 1)
      expect((await openPurchase(shopper, address)).purchase?.key).toBe(purchase?.key);
    const other = await come();
    expect((await openPurchase(other, address)).code).toBe(404);
  });

  it("is rebuilt without messages, and its delivered orders are complete", async () => {
    const shopper = await come();
    await buyLongAgo(shopper.member.id, soria, 1);
    const { services } = await sandbox();
    await services.db.run("UPDATE transactions SET order_id = 4711, method = 'STRIPE' WHERE member_id = ?", [
      shopper.member.id,
    ]);
    const { open, ended } = await mine(shopper);
    expect([open, ended.map(({ state }) => state)]).toEqual([[], ["captured"]]);
    expect(await shopper.messages()).toEqual([]);
    expect((await shopper.terminate()).status).toBe(303);
  });
});

describe("a changed price", () => {
  it.each([
    ["in the same currency", { amount: 12_300 }],
    ["from Soria to USD", { payment_type: "USD", amount: 500 }],
    ["from Soria to as many US cents", { payment_type: "USD" }],
  ])("is named %s, and the consent is asked for anew", async (_, change) => {
    const shopper = await come();
    const form = await tab(shopper);
    const { services } = await sandbox();
    for (const [column, value] of Object.entries(change))
      await services.db.run(`UPDATE products SET ${column} = ? WHERE id = ?`, [value, soria]);
    const { status, errors, body } = await press(shopper, form);
    expect([status, errors[""]?.[0]]).toEqual([409, expect.stringContaining("store:errors.priceWas")]);
    expect(body?.lastResult.initialValue).not.toHaveProperty("confirm");
    expect(body?.lastResult.initialValue).toHaveProperty("quantity");
    expect(await shopper.calls()).not.toHaveProperty([PURCHASE]);
  });

  it("that the API finds asks for the consent anew, too", async () => {
    const shopper = await come();
    await faults({ path: BUY, price: { item: soria, amount: price * 3 }, member: shopper.member.id });
    const { status, body } = await press(shopper, await tab(shopper));
    expect([status, body?.lastResult.initialValue]).toEqual([
      409,
      expect.not.objectContaining({ confirm: "on" }),
    ]);
  });

  it("to 0 is not called no price", async () => {
    const shopper = await come();
    const { services } = await sandbox();
    await services.db.run("UPDATE products SET amount = 0 WHERE id = ?", [soria]);
    expect((await press(shopper, await tab(shopper))).errors).toEqual({ "": ["store:item.notSold"] });
  });
});
