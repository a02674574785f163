/**
 * A confirmation page in a second tab, whose order's input has been removed meanwhile: after the payment, or after 30
 * days. With and without scripts.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { paths } from "~/domain/paths";
import { translator } from "~/i18n/i18n.server";
import { changeLedger, readLedger } from "#server/purchases/ledger.server";
import { ownerOf } from "#server/store/encryption.server";
import { sandbox } from "../mocks/server";
import { type Shown, SiteBrowser, wordsOf } from "../kit/visitors/site-browser";
import { withSite } from "../kit/visitors/whole-site";
import { checkout, filledCheckout } from "./form-cases";
import { enter } from "./form-site";
import { changeRecord } from "./store-memory";
import { chargeCard, itemIn } from "./store-support";

const DAY_MS = 24 * 60 * 60_000;

const site = withSite(["account", "my-page", "store", "support", "site/home"]);
let item: number;
beforeAll(async () => {
  item = await itemIn("USD");
});

interface Tabs {
  browser: SiteBrowser;
  owner: string;
  memberId: number;
  /** The confirmation page, loaded before the input was removed. */
  old: Shown;
}

const modes = [
  ["with scripts, in Japanese", true, "ja"],
  ["with scripts, in Chinese", true, "zh"],
  ["without scripts, in English", false, "en"],
  ["without scripts, in Korean", false, "ko"],
] as const;

async function openTabs(scripts: boolean, lng: (typeof modes)[number][2]): Promise<Tabs> {
  const member = await (await sandbox()).make({});
  const browser = new SiteBrowser(site, scripts, lng);
  await enter(browser, member);
  const page = await browser.open(paths.store.checkout(item));
  const old = await browser.send(page, "checkout", filledCheckout);
  expect(old.path).toBe(paths.store.confirmOrder(item));
  return { browser, owner: ownerOf(member.id), memberId: member.id, old };
}

const age = (owner: string, days: number) =>
  changeLedger(owner, (draft) => {
    if (draft.checkout) draft.checkout.savedAt = Date.now() - days * DAY_MS;
  });

/** Ages the input in the stored record, without a write by the site, which would remove it. */
const ageStored = (memberId: number, days: number) =>
  changeRecord(memberId, (value) => ({
    ...value,
    checkout: { ...(value["checkout"] as object), savedAt: Date.now() - days * DAY_MS },
  }));

/** Pays the order with a browser that runs scripts, and returns its purchase's key. */
async function pay({ browser, old }: Tabs): Promise<string> {
  const other = new SiteBrowser(site, true, "en");
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  const { data } = await other.send(old, "confirm-order", { script: "ready" });
  const payment = (data as { payment: { key: string; clientSecret: string } }).payment;
  await other.fetch("/store/products/complete/begin", { purchase: payment.key });
  await chargeCard(payment);
  await other.open(paths.store.purchase(payment.key));
  return payment.key;
}

describe.each(modes)("the confirmation of an order, %s", (_, scripts, lng) => {
  const t = translator(lng);

  it("leads to the purchase once it is paid, by reload and by press", async () => {
    const tabs = await openTabs(scripts, lng);
    const key = await pay(tabs);
    const { checkout: kept, endedCheckout } = await readLedger(tabs.owner);
    expect(kept).toBeUndefined();
    expect(endedCheckout).toEqual({ objectId: item, key, isCaptured: true });
    const shown = [
      await tabs.browser.open(tabs.old.path),
      await tabs.browser.send(tabs.old, "confirm-order", { script: "" }),
    ];
    for (const page of shown) {
      expect(page.path).toBe(paths.store.purchase(key));
      expect(wordsOf(page.html)).toContain(t("store:complete.status.done.title"));
    }
  });

  it("says that the input was deleted after 30 days, and offers the form again", async () => {
    const tabs = await openTabs(scripts, lng);
    await age(tabs.owner, 31);
    expect((await readLedger(tabs.owner)).checkout).toBeUndefined();
    expect(JSON.stringify(await readLedger(tabs.owner))).not.toContain(checkout.customerName);
    const shown = [
      await tabs.browser.open(tabs.old.path),
      await tabs.browser.send(tabs.old, "confirm-order", { script: "" }),
    ];
    for (const page of shown) {
      expect(page.path).toBe(paths.store.checkout(item));
      expect(wordsOf(page.html)).toContain(t("store:done.checkoutExpired"));
      expect(page.html).toContain('id="checkout"');
    }
  });

  it("deletes the input when it says so, though nothing has written the record since", async () => {
    const tabs = await openTabs(scripts, lng);
    await ageStored(tabs.memberId, 31);
    expect((await readLedger(tabs.owner)).checkout).toBeDefined();
    const form = await tabs.browser.open(paths.store.checkout(item));
    expect(form.html).not.toContain(checkout.customerName);
    const page = await tabs.browser.open(tabs.old.path);
    expect(page.path).toBe(paths.store.checkout(item));
    expect(wordsOf(page.html)).toContain(t("store:done.checkoutExpired"));
    expect(page.html).not.toContain(checkout.customerName);
    expect((await readLedger(tabs.owner)).checkout).toBeUndefined();
  });

  it("does not take an earlier order of the item for this one", async () => {
    const tabs = await openTabs(scripts, lng);
    // The next order has another key once the member has been told of this one.
    await pay(tabs);
    await tabs.browser.open(paths.home);
    const page = await tabs.browser.open(paths.store.checkout(item));
    const again = await tabs.browser.send(page, "checkout", filledCheckout);
    expect(again.path).toBe(paths.store.confirmOrder(item));
    await age(tabs.owner, 31);
    expect((await tabs.browser.open(again.path)).path).toBe(paths.store.checkout(item));
  });
});
