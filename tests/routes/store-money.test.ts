/**
 * The site stays correct about money when payments are given up, refunded or priced anew. Each test is named after a
 * defect that it reproduced.
 */
import { describe, expect, it } from "vitest";
import { paths } from "~/domain/paths";
import type { CardSummary } from "~/domain/purchase-summary";
import { action as signOutAction } from "~/routes/resources/sign-out";
import { action as checkoutAction } from "~/routes/store/checkout/route";
import { completeAction } from "~/routes/store/complete/handlers.server";
import { loader as completeLoader } from "~/routes/store/complete/route";
import { confirmAction } from "~/routes/store/confirm-order/action.server";
import { buyAction } from "~/routes/store/product/action.server";
import { loader as productLoader } from "~/routes/store/product/route";
import { reconcileDue } from "#server/purchases/round.server";
import { filledCheckout } from "./form-cases";
import { faults, sandbox, takeDifferences } from "../mocks/server";
import { act, later, mine, openPurchase, taken } from "./store-acts";
import { chargeCard, olderApi, PURCHASE, type Shopper } from "./store-support";
import { buy, BUY, charged, come, keyOf, MINUTE_MS, price, soria, usd, useShop } from "./store-money-support";

useShop();

describe("a declined card that is given up", () => {
  it.each([true, false])("is final, and blocks nothing (API that cancels: %s)", async (cancels) => {
    if (!cancels) await olderApi();
    const shopper = await come();
    const payment = await charged(shopper, "4000000000000002");
    expect((await openPurchase(shopper, paths.store.purchase(payment.key))).reading).toMatchObject({
      reason: "declined",
    });
    await act(shopper, payment.key, "drop");
    expect(await shopper.messages()).toEqual(["store:outcome.declined"]);
    for (let again = 0; again < 2; again += 1) {
      expect((await openPurchase(shopper, paths.store.purchase(payment.key))).status).toBe("declined");
      await act(shopper, payment.key, "check");
    }
    expect((await buy(shopper, usd, { key: await keyOf(shopper, usd) })).body?.payment).toBeDefined();
    await act(shopper, (await mine(shopper)).open[0]?.key ?? "", "drop");
    expect((await shopper.terminate()).status).toBe(303);
  });

  it("is finished and told when it was charged after all, where the API could not cancel it", async () => {
    await olderApi();
    const shopper = await come();
    const payment = await charged(shopper, "4000000000000002");
    await act(shopper, payment.key, "drop");
    await chargeCard(payment);
    later(3 * MINUTE_MS);
    await reconcileDue();
    expect(await shopper.purchases()).toEqual(["card captured × 1"]);
    expect(await shopper.messages()).toContain("store:outcome.captured");
  });
});

describe("a price that changes between the read and the call", () => {
  const dearer = { path: BUY, price: { item: 0, amount: 0 } };
  const rule = (shopper: Shopper, more: object = {}) => ({
    ...dearer,
    price: { item: soria, amount: price * 3, ...more },
    member: shopper.member.id,
  });

  it("takes nothing, and both prices are told", async () => {
    const shopper = await come();
    await faults(rule(shopper));
    const { status, errors } = await buy(shopper, soria);
    expect([status, errors]).toEqual([
      409,
      [expect.stringMatching(/^store:errors\.priceWas\?before=.*&price=/)],
    ]);
    expect(await taken(shopper)).toBe(0);
  });

  it("is never told as complete at the old price where the API takes the new one", async () => {
    await olderApi();
    const shopper = await come();
    await faults(rule(shopper));
    const { location } = await buy(shopper, soria);
    expect((await openPurchase(shopper, location ?? "")).status).toBe("balanceUnknown");
    later(4 * MINUTE_MS);
    const shown = await openPurchase(shopper, location ?? "");
    expect([shown.status, shown.purchase?.lines?.map(({ amount }) => amount * 100)]).toEqual([
      "unclearOne",
      [price * 3],
    ]);
    await act(shopper, shown.purchase?.key ?? "", "say-taken");
    expect(await openPurchase(shopper, location ?? "")).toMatchObject({
      status: "otherAmount",
      purchase: { amount: price, taken: { amount: price * 3, currency: "SORIA" } },
    });
  });

  it("with a lost answer as well is told with what was really taken, by the list", async () => {
    await olderApi({ bindsPrice: false });
    const shopper = await come();
    await faults({ ...rule(shopper), mode: "close", after: true });
    const { location } = await buy(shopper, soria);
    await faults();
    expect(await openPurchase(shopper, location ?? "")).toMatchObject({
      status: "otherAmount",
      purchase: { taken: { amount: price * 3 } },
    });
    expect(await shopper.messages()).toContain("store:outcome.otherAmount");
  });

  it("of an order that waits leads to the order with all that was entered, at the new price", async () => {
    const shopper = await come();
    const at = `/store/products/${usd}/checkout`;
    await shopper.send(checkoutAction, `${at}?quantity=2`, filledCheckout, { id: `${usd}` });
    await shopper.send(confirmAction, `${at}/confirm`, { script: "" }, { id: `${usd}` });
    const [waiting] = (await mine(shopper)).open;
    expect(waiting?.state).toBe("ordered");
    const { services } = await sandbox();
    await services.db.run("UPDATE products SET amount = amount + 100 WHERE id = ?", [usd]);
    try {
      const response = await shopper.send(completeAction, "/store/products/complete", {
        ...{ intent: "pay", purchase: waiting?.key ?? "", script: "ready" },
      });
      expect(response.headers.get("location")).toBe(paths.store.confirmOrder(usd));
      expect(await shopper.messages()).toEqual(["store:done.repriced"]);
      const again = await shopper.send(confirmAction, `${at}/confirm`, { script: "ready" }, { id: `${usd}` });
      const { payment } = (await again.json()) as { payment?: CardSummary };
      expect(payment?.amount).toBe((waiting?.amount ?? 0) + 200);
    } finally {
      await services.db.run("UPDATE products SET amount = amount - 100 WHERE id = ?", [usd]);
    }
  });
});

describe("signing out", () => {
  it("captures what is paid first", async () => {
    const shopper = await come();
    await charged(shopper);
    await shopper.send(signOutAction, "/sign-out", {});
    expect(await taken(shopper)).toBe(1);
    expect(await shopper.messages()).toEqual(["account:signOut.done"]);
  });

  it("says what is still open when it cannot", async () => {
    const shopper = await come();
    await charged(shopper);
    await faults({ path: "/api/store/order/capture", status: 500, member: shopper.member.id });
    await shopper.send(signOutAction, "/sign-out", {});
    expect(await shopper.messages()).toEqual(["account:signOut.doneOpen"]);
    expect((await shopper.browser.visit()).isSignedIn).toBe(false);
  });
});

describe("a price that cannot be charged exactly", () => {
  it.each([
    ["a fraction of a unit", 1050, "SORIA"],
    ["a fraction of a hundredth", 1000.5, "SORIA"],
    ["less than a hundredth", 0.3, "SORIA"],
    ["less than nothing", -10_000, "SORIA"],
    ["more than a card can pay", 1e15, "USD"],
  ])("is shown and not sold: %s", async (_, amount, currency) => {
    const shopper = await come();
    const { services } = await sandbox();
    await services.db.run("UPDATE products SET amount = ?, payment_type = ? WHERE id = ?", [
      amount,
      currency,
      soria,
    ]);
    const shown = await shopper.load(productLoader, `/store/products/${soria}`, { id: `${soria}` });
    expect(await shown.json()).toMatchObject({ item: { isSellable: false } });
    const paymentType = currency === "USD" ? "STRIPE" : "BALANCE";
    const response = await shopper.send(
      buyAction,
      `/store/products/${soria}`,
      { intent: "buy", quantity: "1", confirm: "on", paymentType, script: "ready" },
      { id: `${soria}` },
    );
    expect(response.status).toBe(400);
    expect(await shopper.calls()).not.toHaveProperty([PURCHASE]);
    // Such a price is an API defect, and the contract check reports it.
    for (const difference of await takeDifferences())
      expect(difference).toMatch(/^store\.product.* sale_amount /);
  });
});

it("the client secret of an intent never travels to the sign-in", async () => {
  const guest = await come();
  guest.browser.cookies.clear();
  const address = "/store/products/complete?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2";
  const bare = (await guest.load(completeLoader, address)).headers.get("location") ?? "";
  expect(bare).toBe("/store/products/complete?payment_intent=pi_1");
  expect((await guest.load(completeLoader, bare)).headers.get("location")).not.toContain("secret");
});

it("every answer of the purchase call is looked up at once where the API says neither price nor time", async () => {
  await olderApi();
  const shopper = await come();
  const { location } = await buy(shopper, soria);
  expect(await openPurchase(shopper, location ?? "")).toMatchObject({
    status: "done",
    purchase: { taken: { amount: price, currency: "SORIA" }, historyLine: expect.any(String) },
  });
});
