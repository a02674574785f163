/**
 * The site stays correct about money when its own data are lost, outdated or contradicted by the API. Each test is
 * named after a defect that it reproduced.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { paths } from "~/domain/paths";
import type { CardSummary } from "~/domain/purchase-summary";
import { loader as rootLoader } from "~/root";
import { action as signOutAction } from "~/routes/resources/sign-out";
import { action as checkoutAction } from "~/routes/store/checkout/route";
import { completeAction } from "~/routes/store/complete/handlers.server";
import { loader as completeLoader } from "~/routes/store/complete/route";
import { confirmAction } from "~/routes/store/confirm-order/action.server";
import { buyAction } from "~/routes/store/product/action.server";
import { loader as productLoader } from "~/routes/store/product/route";
import { loader as storeLoader } from "~/routes/store/layout/route";
import { action as rebuildAction } from "~/routes/store/rebuild/route";
import { env } from "#server/config/env.server";
import { reconcileDue } from "#server/purchases/round.server";
import { purchasesOfPage } from "#server/purchases/outcomes.server";
import { sandbox, takeDifferences } from "../mocks/server";
import { addRow, aside, backUp, loseLedger, restartWith, restore, storedRows } from "./store-memory";
import {
  faults,
  act,
  announce,
  later,
  mine,
  openItem,
  openPurchase,
  pressBuy,
  realNow,
  refund,
  taken,
} from "./store-acts";
import { chargeCard, conformingApi, itemIn, olderApi, PURCHASE, Shopper } from "./store-support";

const MINUTE_MS = 60_000;
const BUY = "/api/store/products/purchase";
const LIST = "/api/users/me/purchases";

let usd: number;
let soria: number;
let price: number;
let secrets: string[];

beforeAll(async () => {
  usd = await itemIn("USD");
  soria = await itemIn("SORIA");
  secrets = env().sessionSecrets;
  const { services } = await sandbox();
  const row = await services.db.one<{ amount: number }>("SELECT amount FROM products WHERE id = ?", [soria]);
  price = row?.amount ?? 0;
});

beforeEach(conformingApi);

afterEach(async () => {
  const { services } = await sandbox();
  await faults();
  await conformingApi();
  vi.restoreAllMocks();
  await restartWith({ session: secrets });
  await services.db.run("UPDATE products SET amount = ?, payment_type = 'SORIA' WHERE id = ?", [
    price,
    soria,
  ]);
});

const come = () => Shopper.come({ balances: { soria: 100_000, point: 100_000 } });

async function buy(shopper: Shopper, id: number, fields: Record<string, string> = {}) {
  const method =
    id === usd ? { paymentType: "STRIPE", script: "ready" } : { paymentType: "BALANCE", script: "" };
  const response = await pressBuy(shopper, id, { ...fields, ...method });
  return { ...response, errors: response.errors[""] ?? [] };
}

async function open(shopper: Shopper): Promise<CardSummary> {
  const { body } = await buy(shopper, usd);
  if (!body?.payment) throw new Error(`no payment: ${JSON.stringify(body)}`);
  return body.payment;
}

const keyOf = async (shopper: Shopper, id: number) => (await openItem(shopper, id)).key;

describe("a replaced secret", () => {
  it("locks nobody out: the ledger is sealed again while both secrets are known", async () => {
    const shopper = await come();
    await buy(shopper, soria);
    const [old = ""] = secrets;
    await restartWith({ session: ["the-new-secret-of-this-site", old] });
    await shopper.signIn();
    await purchasesOfPage(await shopper.browser.visit());
    await restartWith({ session: ["the-new-secret-of-this-site"] });
    await shopper.signIn();
    expect(await shopper.purchases()).toEqual(["balance captured × 1"]);
  });

  it("that was replaced at once leaves every page but the store's as it was, and the record can be rebuilt", async () => {
    const shopper = await come();
    await buy(shopper, soria);
    await restartWith({ session: ["the-new-secret-of-this-site"] });
    await shopper.signIn();
    expect((await shopper.load(rootLoader, "/news")).status).toBe(200);
    const list = await (await shopper.load(storeLoader, "/store/products")).json();
    expect(list).toMatchObject({ ledger: "unreadable" });
    expect((await mine(shopper)).ledger).toBe("unreadable");
    // Purchases are rejected while the record is unreadable.
    expect(await buy(shopper, soria)).toMatchObject({ status: 503, errors: ["errors:ledger.unreadable"] });
    expect(await taken(shopper)).toBe(1);

    await shopper.send(rebuildAction, "/store/purchases/rebuild", { redirectTo: "/store/products" });
    expect(await shopper.messages()).toContain("store:rebuild.rebuilt");
    expect(await shopper.purchases()).toEqual(["balance captured × 1"]);
    expect((await buy(shopper, soria)).status).toBe(303);
    expect(await taken(shopper)).toBe(2);
  });

  it("keeps the record that no secret opens for an operator", async () => {
    const shopper = await come();
    await buy(shopper, soria);
    const record = await backUp(shopper.member.id);
    await restartWith({ session: ["the-new-secret-of-this-site"] });
    await shopper.signIn();
    const at = realNow();
    vi.spyOn(Date, "now").mockReturnValue(at);
    await shopper.send(rebuildAction, "/store/purchases/rebuild", { redirectTo: "/store/products" });
    vi.restoreAllMocks();
    expect(record?.payload).toBeDefined();
    expect((await aside(shopper.member.id, at))?.payload).toEqual(record?.payload);
  });

  it("opens the ledger with LEDGER_SECRET while the session secret changes at will", async () => {
    const shopper = await come();
    await restartWith({ session: secrets, ledger: ["a-secret-of-the-ledger"] });
    await buy(shopper, soria);
    await restartWith({ session: ["the-new-secret-of-this-site"], ledger: ["a-secret-of-the-ledger"] });
    await shopper.signIn();
    expect(await shopper.purchases()).toEqual(["balance captured × 1"]);
  });
});

it("a row of a newer build stays in the ledger, whatever is bought after it", async () => {
  const shopper = await come();
  await buy(shopper, soria);
  const newer = { kind: "gift", from: "a newer build" };
  await addRow(shopper.member.id, newer);
  await shopper.see();
  await buy(shopper, soria);
  const rows = await storedRows(shopper.member.id);
  expect(rows).toHaveLength(3);
  expect(rows).toContainEqual(newer);
});

describe("a session store that has lost its records", () => {
  it("never confirms a purchase that does not happen: a new ledger has new keys", async () => {
    const shopper = await come();
    await buy(shopper, soria);
    await loseLedger(shopper.member.id);
    expect((await buy(shopper, soria)).location).toContain("/complete?purchase=");
    expect(await taken(shopper)).toBe(2);
  });

  it("takes nothing again by a form that was sent before, however often it is pressed", async () => {
    const shopper = await come();
    const key = await keyOf(shopper, soria);
    await buy(shopper, soria, { key });
    await loseLedger(shopper.member.id);
    const again = await Promise.all([buy(shopper, soria, { key }), buy(shopper, soria, { key })]);
    expect(await taken(shopper)).toBe(1);
    for (const { location } of again)
      expect((await openPurchase(shopper, location ?? "")).status).toBe("done");
    // Only another form asks for another purchase.
    await buy(shopper, soria, { key: await keyOf(shopper, soria) });
    expect(await taken(shopper)).toBe(2);
  });

  it.each([true, false])(
    "tells the truth after an older copy was put back (API with a list: %s)",
    async (listed) => {
      if (!listed) await olderApi();
      const shopper = await come();
      await keyOf(shopper, soria);
      const copy = await backUp(shopper.member.id);
      await buy(shopper, soria);
      await shopper.see();
      later(10 * MINUTE_MS);
      await restore(shopper.member.id, copy);
      const { location } = await buy(shopper, soria);
      // The API replays its response of ten minutes ago: nothing is taken now, and the site says so.
      expect(await taken(shopper)).toBe(1);
      expect(await shopper.messages()).toEqual(["store:done.already"]);
      const { status, purchase } = await openPurchase(shopper, location ?? "");
      expect(status).toBe("done");
      // An older API does not say when.
      if (listed) expect(Date.parse(purchase?.taken?.at ?? "")).toBeLessThan(realNow() + MINUTE_MS);
      later(20 * MINUTE_MS);
      await reconcileDue();
      await mine(shopper);
      expect((await shopper.purchases()).filter((each) => each.includes("asked"))).toEqual([]);
      await buy(shopper, soria);
      expect(await taken(shopper)).toBe(2);
    },
  );

  it("takes a used intent of an older API for the payment that it is, and charges nothing again", async () => {
    await olderApi();
    const shopper = await come();
    const key = await keyOf(shopper, usd);
    const before = await backUp(shopper.member.id);
    const { body } = await buy(shopper, usd, { key });
    const payment = body?.payment as CardSummary;
    await announce(shopper, payment.key);
    await chargeCard(payment);
    await act(shopper, payment.key, "check");
    await shopper.see();
    await restore(shopper.member.id, before);
    // An older API does not mark a replayed response.
    await faults({ path: BUY, headers: { "Idempotency-Replayed": "false" }, member: shopper.member.id });
    expect((await buy(shopper, usd, { key })).location).toBe(paths.store.purchase(key));
    expect(await shopper.messages()).toEqual(["store:done.already"]);
    await faults();
    // The next submission has a new key and creates a new intent.
    expect(
      (await buy(shopper, usd, { key: await keyOf(shopper, usd) })).body?.payment?.transactionId,
    ).not.toBe(payment.transactionId);
    expect(await taken(shopper)).toBe(1);
  });

  it("lets no card be charged for the quantity that another one has replaced", async () => {
    const shopper = await come();
    const key = await keyOf(shopper, usd);
    const { body } = await buy(shopper, usd, { key, quantity: "3" });
    const replaced = body?.payment as CardSummary;
    await buy(shopper, usd, { key, quantity: "1" });
    const copy = await backUp(shopper.member.id);
    await loseLedger(shopper.member.id);
    await shopper.load(storeLoader, "/store/products");
    // A tab still shows the payment for three.
    await announce(shopper, replaced.key);
    await chargeCard(replaced);
    await restore(shopper.member.id, copy);
    const intents = (await shopper.books()).transactions.map(({ quantity, intent }) => [quantity, intent]);
    expect(new Map(intents as [number, string][])).toEqual(
      new Map([
        [1, "requires_payment_method"],
        [3, "canceled"],
      ]),
    );
    expect(await shopper.purchases()).toEqual(["card cancelled × 3", "card open × 1"]);
    expect(await shopper.messages()).toEqual([]);
  });

  it("opens the payment for another quantity also when the earlier one cannot be cancelled", async () => {
    const shopper = await come();
    const key = await keyOf(shopper, usd);
    await buy(shopper, usd, { key, quantity: "3" });
    await faults({ path: "/api/store/order/cancel", status: 500, member: shopper.member.id });
    expect((await buy(shopper, usd, { key, quantity: "1" })).body?.payment).toMatchObject({ quantity: 1 });
    expect(await shopper.purchases()).toEqual(["card cancelled × 3", "card open × 1"]);
    expect(await shopper.messages()).toEqual([]);
  });

  it("between the card's charge and the return finds the payment in the API's list, and finishes it", async () => {
    const shopper = await come();
    const payment = await open(shopper);
    await announce(shopper, payment.key);
    await chargeCard(payment);
    await loseLedger(shopper.member.id);
    const intent = payment.clientSecret.split("_secret_")[0];
    const back = await shopper.load(completeLoader, `/store/products/complete?payment_intent=${intent}`);
    const to = back.headers.get("location") ?? "";
    expect(to).toBe(paths.store.purchase(payment.key));
    expect(await openPurchase(shopper, to)).toMatchObject({
      status: "done",
      purchase: { taken: { currency: "USD" } },
    });
    expect(await taken(shopper)).toBe(1);
  });

  it("says that it forgot, with the payment's number, where the API has no list", async () => {
    await olderApi();
    const shopper = await come();
    const payment = await open(shopper);
    await announce(shopper, payment.key);
    await chargeCard(payment);
    await loseLedger(shopper.member.id);
    const intent = payment.clientSecret.split("_secret_")[0];
    const lost = await openPurchase(shopper, `/store/products/complete?payment_intent=${intent}`);
    expect(lost).toMatchObject({ code: 404, lost: { number: intent } });
  });

  it("shows what another site of the same API has sold, once the list was read", async () => {
    const shopper = await come();
    await buy(shopper, soria);
    await loseLedger(shopper.member.id);
    await shopper.signIn();
    const { ended } = await mine(shopper);
    expect(ended).toMatchObject([{ state: "captured", taken: { amount: price, currency: "SORIA" } }]);
    // The outcome is not reported again.
    expect(await shopper.messages()).not.toContain("store:outcome.captured");
  });
});

describe("a declined card that is given up", () => {
  it.each([true, false])("is final, and blocks nothing (API that cancels: %s)", async (cancels) => {
    if (!cancels) await olderApi();
    const shopper = await come();
    const payment = await open(shopper);
    await announce(shopper, payment.key);
    await chargeCard(payment, "4000000000000002");
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
    const payment = await open(shopper);
    await announce(shopper, payment.key);
    await chargeCard(payment, "4000000000000002");
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
    const address = {
      ...{ customerName: "Akari", customerPhone: "090-1234-5678", customerEmail: "akari@soria.test" },
      ...{ shippingName: "Akari", shippingPhone: "090-1234-5678", postalCode: "100-0001" },
      ...{ address: "1-1 Chiyoda", detailedAddress: "3F", paymentMethod: "STRIPE" },
    };
    const at = `/store/products/${usd}/checkout`;
    const consents = { thirdParty: "on", process: "on" };
    await shopper.send(checkoutAction, `${at}?quantity=2`, { ...address, ...consents }, { id: `${usd}` });
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

describe("signing out", () => {
  it("captures what is paid first", async () => {
    const shopper = await come();
    const payment = await open(shopper);
    await announce(shopper, payment.key);
    await chargeCard(payment);
    await shopper.send(signOutAction, "/sign-out", {});
    expect(await taken(shopper)).toBe(1);
    expect(await shopper.messages()).toEqual(["account:signOut.done"]);
  });

  it("says what is still open when it cannot", async () => {
    const shopper = await come();
    const payment = await open(shopper);
    await announce(shopper, payment.key);
    await chargeCard(payment);
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

describe("a refund", () => {
  it("is told at the next visit, and stands on the receipt", async () => {
    const shopper = await come();
    const { location } = await buy(shopper, soria);
    await shopper.see();
    const { purchase } = await openPurchase(shopper, location ?? "");
    expect((await refund(purchase?.transactionId)).status).toBe(200);
    later(MINUTE_MS);
    await mine(await shopper.elsewhere());
    expect(await shopper.purchases()).toEqual(["balance refunded × 1"]);
    const phone = await shopper.elsewhere();
    expect(await phone.messages()).toContain("store:outcome.refunded");
  });

  it("of a part leaves the purchase complete, with what was given back", async () => {
    const shopper = await come();
    const { location } = await buy(shopper, soria);
    const { purchase } = await openPurchase(shopper, location ?? "");
    await refund(purchase?.transactionId, 100);
    later(MINUTE_MS);
    await mine(shopper);
    expect(await openPurchase(shopper, location ?? "")).toMatchObject({
      status: "partRefunded",
      purchase: { taken: { amount: price, refunded: 100 } },
    });
  });
});

it("a card in a tab whose browser has changed member is not sent, and is not told as given up", async () => {
  const [owner, other] = [await come(), await come()];
  const payment = await open(owner);
  expect(await announce(other, payment.key)).toBe("other");
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
