/**
 * The site stays correct about money when its own data are lost, outdated or sealed with another secret. Each test is
 * named after a defect that it reproduced.
 */
import { describe, expect, it, vi } from "vitest";
import { paths } from "~/domain/paths";
import type { CardSummary } from "~/domain/purchase-summary";
import { loader as rootLoader } from "~/root";
import { loader as completeLoader } from "~/routes/store/complete/route";
import { loader as storeLoader } from "~/routes/store/layout/route";
import { action as rebuildAction } from "~/routes/store/rebuild/route";
import { reconcileDue } from "#server/purchases/round.server";
import { purchasesOfPage } from "#server/purchases/outcomes.server";
import { addRow, aside, backUp, loseLedger, restartWith, restore, storedRows } from "./store-memory";
import { act, announce, later, mine, openPurchase, realNow, taken } from "./store-acts";
import { chargeCard, olderApi } from "./store-support";
import {
  buy,
  BUY,
  charged,
  come,
  keyOf,
  MINUTE_MS,
  price,
  secrets,
  soria,
  usd,
  useShop,
} from "./store-money-support";
import { faults } from "../mocks/server";

useShop();

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
    const payment = await charged(shopper);
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
    const payment = await charged(shopper);
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
