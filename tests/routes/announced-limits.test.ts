/**
 * Pages announce a limit before the visitor meets it, in every language: the closed exchange, where to vote, the lock
 * after the fifth wrong password, and an open purchase that keeps the account open.
 */
import { describe, expect, it } from "vitest";
import { paths } from "~/domain/paths";
import { translator } from "~/i18n/i18n.server";
import { languages } from "~/i18n/languages";
import { changeLedger } from "#server/purchases/ledger.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { ownerOf } from "#server/store/encryption.server";
import { sandbox } from "../mocks/server";
import { SiteBrowser, wordsOf } from "../kit/visitors/site-browser";
import { withSite } from "../kit/visitors/whole-site";
import { enter } from "./form-site";

/** The API's history does not tell whether it was paid; only the member can. */
const unknownPurchase: Purchase = {
  ...{ key: "an-unclear-purchase-0", kind: "balance", state: "unclear", objectId: 90_000, name: "Lantern" },
  ...{ quantity: 1, unitAmount: 1_000, amount: 1_000, currency: "SORIA", looks: 0, lookAt: 0 },
  ...{ createdAt: Date.now(), changedAt: Date.now() },
};

const site = withSite(["account", "my-page", "store", "dao", "site/home"]);

describe.each(languages)("in %s", (lng) => {
  const t = translator(lng);
  const member = async () => {
    const browser = new SiteBrowser(site, false, lng);
    await enter(browser, await (await sandbox()).make({ balances: { soria: 5_000 } }));
    return browser;
  };

  it("the exchange says in the store's list, in its title and at its button that it is not open", async () => {
    const browser = await member();
    expect(wordsOf((await browser.open(paths.store.products())).html)).toContain(
      wordsOf(t("store:list.exchangeText")),
    );
    const words = wordsOf((await browser.open(paths.store.soriaExchange)).html);
    const field = words.indexOf(t("store:exchange.amount"));
    expect(field).toBeGreaterThan(0);
    for (const key of ["store:exchange.title", "store:exchange.lead"] as const) {
      expect(words).toContain(t(key));
      expect(words.indexOf(t(key))).toBeLessThan(field);
    }
    expect(words).toContain(t("store:exchange.submit"));
  });

  it("an open vote says where it is cast and what it needs before the way to the app", async () => {
    const browser = await member();
    const { html } = await browser.open(paths.dao.suggestion(19));
    const words = wordsOf(html);
    expect(words).toContain(t("dao:now.app"));
    expect(words.indexOf(t("dao:now.app"))).toBeLessThan(words.lastIndexOf(t("dao:now.vote")));
    expect(html).toContain(`href="${paths.dao.operatingMethod}#passes"`);
  });

  it("the page that closes the account says first that a purchase is open, and leads to it", async () => {
    const made = await (await sandbox()).make({});
    const browser = new SiteBrowser(site, false, lng);
    await enter(browser, made);
    const free = wordsOf((await browser.open(paths.myPage.terminate)).html);
    expect(free).not.toContain(t("my-page:terminate.openTitle"));
    await changeLedger(ownerOf(made.id), (draft) => {
      draft.purchases.push(unknownPurchase);
    });
    const page = await browser.open(paths.myPage.terminate);
    const words = wordsOf(page.html);
    expect(words).toContain(t("my-page:terminate.openTitle"));
    const said = words.indexOf(wordsOf(t("my-page:terminate.openBefore")));
    expect(said).toBeGreaterThan(0);
    expect(said).toBeLessThan(words.indexOf(t("my-page:terminate.confirm")));
    expect(words).toContain(t("my-page:terminate.openLink"));
    // After the press the form's own message replaces it.
    const pressed = wordsOf((await browser.send(page, "terminate", { confirm: "on" })).html);
    expect(pressed).toContain(wordsOf(t("my-page:terminate.openPurchases")));
    expect(pressed).not.toContain(wordsOf(t("my-page:terminate.openBefore")));
  });

  it("the first wrong password says what the fifth does, and the third how many are left", async () => {
    const { email } = await (await sandbox()).make({});
    const browser = new SiteBrowser(site, false, lng);
    let page = await browser.open("/sign-in");
    const texts: string[] = [];
    for (let tries = 1; tries <= 4; tries += 1) {
      page = await browser.send(page, "sign-in", {
        intent: "sign-in",
        email: email ?? "",
        password: "Wrong-2024!",
      });
      texts.push(wordsOf(page.html));
    }
    expect(texts[0]).toContain(t("account:signIn.lockHint"));
    expect(texts[2]).toContain(t("account:signIn.lockLeft", { count: 2 }));
    expect(texts[2]).toContain(t("account:signIn.lockInstead"));
    expect(texts[3]).toContain(t("account:signIn.lockLeft", { count: 1 }));
  });
});
