/** One press is one purchase, and what was said is corrected when it changes (docs/decisions/0064 and 0065). */
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { paths } from "~/domain/paths";
import type { CardSummary, PurchaseSummary } from "~/domain/purchase-summary";
import { translator } from "~/i18n/i18n.server";
import { purchaseRow } from "~/routes/my-page/purchases-csv/route";
import { loader as terminateLoader } from "~/routes/my-page/terminate/route";
import { action as signOutAction } from "~/routes/resources/sign-out";
import { readPurchases } from "#server/purchases/ledger.server";
import { reconcileDue } from "#server/purchases/round.server";
import { sessionStore } from "#server/store/stores.server";
import { ownerOf } from "#server/store/encryption.server";
import { sandbox } from "../mocks/server";
import { buyLongAgo, oldKey, releaseHold } from "./store-long-ago";
import { loseLedger } from "./store-memory";
import {
  faults,
  act,
  announce,
  later,
  mine,
  openItem,
  openPurchase,
  pressBuy,
  refund,
  taken,
} from "./store-acts";
import { chargeCard, conformingApi, itemIn, olderApi, PURCHASE, Shopper } from "./store-support";

const MINUTE_MS = 60_000;
const BUY = "/api/store/products/purchase";

let usd: number;
let soria: number;
let price: number;

beforeAll(async () => {
  usd = await itemIn("USD");
  soria = await itemIn("SORIA");
  const { services } = await sandbox();
  price = (await services.db.one<{ amount: number }>("SELECT amount FROM products WHERE id = ?", [soria]))
    ?.amount as number;
});

afterEach(async () => {
  const { services } = await sandbox();
  await faults();
  await conformingApi();
  vi.restoreAllMocks();
  const original = "UPDATE products SET amount = ?, payment_type = 'SORIA' WHERE id = ?";
  await services.db.run(original, [price, soria]);
});

const come = () => Shopper.come({ balances: { soria: 100_000 } });

interface Form {
  key: string;
  price: string;
}

/** Opens the item's page in a new tab, and returns what its form sends. */
async function tab(shopper: Shopper, id = soria): Promise<Form> {
  const { key, item } = await openItem(shopper, id);
  return { key, price: `${item.amount} ${item.type}` };
}

const press = (shopper: Shopper, form: Form, fields: Record<string, string> = {}, id = soria) =>
  pressBuy(shopper, id, { paymentType: "BALANCE", ...form, ...fields });

/** Presses, and opens the page that the press leads to. */
async function buy(shopper: Shopper, form: Form, fields: Record<string, string> = {}) {
  const { location } = await press(shopper, form, fields);
  if (!location) throw new Error("the press did not lead on");
  return openPurchase(shopper, location);
}

const spent = async (shopper: Shopper) => 100_000 - (await shopper.books()).balances.soria;
const stored = async (shopper: Shopper) => readPurchases(ownerOf(shopper.member.id));

async function card(shopper: Shopper): Promise<CardSummary> {
  const fields = { paymentType: "STRIPE", script: "ready" };
  const { body } = await press(shopper, await tab(shopper, usd), fields, usd);
  if (!body?.payment) throw new Error(`no payment: ${JSON.stringify(body)}`);
  return body.payment;
}

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

describe("a correction", () => {
  async function givenUp(): Promise<{ shopper: Shopper; payment: CardSummary }> {
    await olderApi();
    const shopper = await come();
    const payment = await card(shopper);
    await announce(shopper, payment.key);
    await chargeCard(payment, "4000000000000002");
    await act(shopper, payment.key, "drop");
    expect(await shopper.see()).toEqual(["store:outcome.declined"]);
    return { shopper, payment };
  }

  it("is on every page until it was told, where a card was charged after “You weren't charged”", async () => {
    const { shopper, payment } = await givenUp();
    // Nothing is expected any more: the pages of this session have stopped to look.
    await shopper.see();
    await chargeCard(payment);
    later(3 * MINUTE_MS);
    await reconcileDue();
    expect(await shopper.messages()).toEqual(["store:correction.captured"]);
    expect(await shopper.messages()).toEqual(["store:correction.captured"]);
    expect(await shopper.see()).toEqual(["store:correction.captured"]);
    expect(await shopper.messages()).toEqual([]);
    const [listed] = (await mine(shopper)).ended;
    expect(listed).toMatchObject({ money: "taken", changedAt: expect.any(String) });
  });

  it("says so while the late charge is not captured yet", async () => {
    const { shopper, payment } = await givenUp();
    await chargeCard(payment);
    await faults({ path: "/api/store/order/capture", status: 500, member: shopper.member.id });
    later(3 * MINUTE_MS);
    await reconcileDue();
    expect(await shopper.see()).toEqual(["store:outcome.charged"]);
    await faults();
    later(20 * MINUTE_MS);
    await reconcileDue();
    expect(await shopper.see()).toEqual(["store:outcome.captured"]);
  });

  it.each([
    [
      "its page is opened",
      async (shopper: Shopper, key: string) => void (await openPurchase(shopper, paths.store.purchase(key))),
    ],
    [
      "the member signs in",
      async (shopper: Shopper) => {
        const phone = await shopper.elsewhere();
        await phone.messages();
        await vi.waitFor(async () => expect(await phone.messages()).not.toEqual([]), { timeout: 20_000 });
      },
    ],
    [
      "the background looks",
      async () => {
        later(10 * MINUTE_MS);
        await reconcileDue();
      },
    ],
  ])("of a refund is due once %s", async (_, look) => {
    const shopper = await come();
    const { purchase } = await buy(shopper, await tab(shopper));
    await shopper.see();
    await shopper.see();
    await refund(purchase?.transactionId);
    await look(shopper, purchase?.key ?? "");
    expect(await shopper.see()).toEqual(["store:outcome.refunded"]);
    expect(await shopper.see()).toEqual([]);
  });

  it("of a refund is due on My purchases 30 s after the last read of the list, and not before", async () => {
    const shopper = await come();
    const { purchase } = await buy(shopper, await tab(shopper));
    later(MINUTE_MS);
    await mine(shopper);
    await refund(purchase?.transactionId);
    later(MINUTE_MS + 28_000);
    expect((await mine(shopper)).ended).toMatchObject([{ state: "captured" }]);
    later(MINUTE_MS + 31_000);
    expect((await mine(shopper)).ended).toMatchObject([{ state: "refunded" }]);
  });

  it("of a part of the money is told once for each part, and stands in the list, the receipt and the CSV", async () => {
    const shopper = await come();
    const { purchase } = await buy(shopper, await tab(shopper));
    await shopper.see();
    for (const part of [1, 2]) {
      await refund(purchase?.transactionId, 100);
      const shown = await openPurchase(shopper, paths.store.purchase(purchase?.key ?? ""));
      expect([shown.status, shown.purchase?.taken?.refunded]).toEqual(["partRefunded", part * 100]);
      expect(await shopper.see()).toEqual(["store:outcome.partRefunded"]);
    }
    const [listed] = (await mine(shopper)).ended;
    expect(listed).toMatchObject({ money: "taken", taken: { refunded: 200 } });
    expect(purchaseRow(listed as PurchaseSummary, translator("en"))).toContain("given back: 2.00 Soria (");
  });

  it("of a void says that the money was released, and never “Paid” again", async () => {
    const shopper = await come();
    const payment = await card(shopper);
    await announce(shopper, payment.key);
    await chargeCard(payment);
    await faults({ path: "/api/store/order/capture", status: 500, member: shopper.member.id });
    await act(shopper, payment.key, "check");
    expect(await shopper.purchases()).toEqual(["card paid × 1"]);
    await faults();
    await releaseHold(payment.transactionId ?? "");
    later(MINUTE_MS);
    await reconcileDue();
    expect(await shopper.see()).toEqual(["store:outcome.voided"]);
    expect((await openPurchase(shopper, paths.store.purchase(payment.key))).status).toBe("voided");
    expect((await mine(shopper)).ended).toMatchObject([{ money: "none" }]);
  });
});

describe("the background", () => {
  it("reconciles with another session of the member after the one that paid has signed out", async () => {
    await olderApi();
    const shopper = await come();
    const phone = await shopper.elsewhere();
    const payment = await card(shopper);
    await announce(shopper, payment.key);
    await shopper.send(signOutAction, "/sign-out", {});
    await chargeCard(payment);
    later(MINUTE_MS);
    await reconcileDue();
    expect(await phone.purchases()).toEqual(["card captured × 1"]);
    expect(await phone.messages()).toContain("store:outcome.captured");
  });

  it("looks after a member whose purchases came back with a sign-in, after the store was lost", async () => {
    const shopper = await come();
    const payment = await card(shopper);
    await announce(shopper, payment.key);
    await loseLedger(shopper.member.id);
    for (let part = 0; part < 16; part += 1) await sessionStore().destroy(`purchases-watched:${part}`);
    const phone = await shopper.elsewhere();
    await phone.messages();
    await vi.waitFor(async () => expect(await phone.purchases()).toEqual(["card submitted × 1"]), {
      timeout: 20_000,
    });
    await chargeCard(payment);
    await vi.waitFor(
      async () => {
        later(MINUTE_MS);
        await reconcileDue();
        expect(await phone.purchases()).toEqual(["card captured × 1"]);
      },
      { timeout: 20_000 },
    );
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

describe("one vocabulary", () => {
  const words = async (shopper: Shopper, key: string) => {
    const t = translator("en");
    const shown = await openPurchase(shopper, paths.store.purchase(key));
    const { open, ended } = await mine(shopper);
    const listed = [...open, ...ended].find((each) => each.key === key);
    const csv = purchaseRow(listed as PurchaseSummary, t);
    const title = t(`store:complete.status.${shown.status as "done"}.title`);
    return { status: shown.status, list: listed?.statusText, isInCsv: csv.includes(title), title };
  };

  it("for a declined card: the page, the list, the CSV, and the page that closes the account", async () => {
    const shopper = await come();
    const payment = await card(shopper);
    await announce(shopper, payment.key);
    await chargeCard(payment, "4000000000000002");
    const said = await words(shopper, payment.key);
    expect(said).toMatchObject({ status: "cardDeclined", list: said.title, isInCsv: true });
    const page = await (await shopper.load(terminateLoader, paths.myPage.terminate)).json();
    expect(page).toMatchObject({ open: null, unpaid: expect.stringContaining("terminate.unpaid?") });
    expect((await shopper.terminate()).status).toBe(303);
    expect((await shopper.books()).transactions).toMatchObject([{ status: "CANCELED" }]);
  });

  it("for a card payment that could not be started: not “awaiting payment”", async () => {
    const shopper = await come();
    await faults({ path: BUY, status: 500, member: shopper.member.id });
    const fields = { paymentType: "STRIPE", script: "ready" };
    await press(shopper, await tab(shopper, usd), fields, usd);
    await faults();
    const [purchase] = await stored(shopper);
    expect((await openPurchase(shopper, paths.store.purchase(purchase?.key ?? ""))).status).toBe("notBegun");
  });
});
