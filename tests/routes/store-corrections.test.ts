/** What was said of a purchase is corrected when it changes (docs/decisions/0065). */
import { describe, expect, it, vi } from "vitest";
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
import { releaseHold } from "./store-long-ago";
import { loseLedger } from "./store-memory";
import { act, announce, later, mine, openPurchase, refund } from "./store-acts";
import { chargeCard, olderApi, type Shopper } from "./store-support";
import { buy, press, tab } from "./store-forms-support";
import { BUY, charged, come, MINUTE_MS, open, price, usd, useShop } from "./store-money-support";
import { faults } from "../mocks/server";

useShop();

const stored = async (shopper: Shopper) => readPurchases(ownerOf(shopper.member.id));

describe("a correction", () => {
  async function givenUp(): Promise<{ shopper: Shopper; payment: CardSummary }> {
    await olderApi();
    const shopper = await come();
    const payment = await charged(shopper, "4000000000000002");
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
      expect(shown).toMatchObject({
        status: "partRefunded",
        purchase: { taken: { amount: price, refunded: part * 100 } },
      });
      expect(await shopper.see()).toEqual(["store:outcome.partRefunded"]);
    }
    const [listed] = (await mine(shopper)).ended;
    expect(listed).toMatchObject({ money: "taken", taken: { refunded: 200 } });
    expect(purchaseRow(listed as PurchaseSummary, translator("en"))).toContain("given back: 2.00 Soria (");
  });

  it("of a void says that the money was released, and never “Paid” again", async () => {
    const shopper = await come();
    const payment = await charged(shopper);
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
    const payment = await open(shopper);
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
    const payment = await open(shopper);
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
    const payment = await charged(shopper, "4000000000000002");
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
