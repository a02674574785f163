/** The first page of a completed purchase: it hands over what was bought, once, and no message repeats it. */
import { beforeAll, expect, it } from "vitest";
import { paths } from "~/domain/paths";
import { translator } from "~/i18n/i18n.server";
import { sandbox } from "../mocks/server";
import { SiteBrowser, wordsOf } from "../kit/visitors/site-browser";
import { withSite } from "../kit/visitors/whole-site";
import { enter } from "./form-site";
import { itemIn } from "./store-support";

const site = withSite(["account", "my-page", "store", "support", "site/home"]);
let item: number;
beforeAll(async () => {
  item = await itemIn("SORIA");
});

it.each([
  ["without scripts, in Japanese", false, "ja", 1],
  ["with scripts, in English", true, "en", 2],
  ["without scripts, in Korean", false, "ko", 3],
  ["with scripts, in Chinese", true, "zh", 1],
] as const)("names what was handed over, once, %s", async (_, scripts, lng, quantity) => {
  const member = await (await sandbox()).make({ balances: { soria: 1_000_000 } });
  const browser = new SiteBrowser(site, scripts, lng);
  await enter(browser, member);
  const t = translator(lng);
  const page = await browser.open(paths.store.product(item));
  const [, name = ""] = /<h1>(.*?)<\/h1>/s.exec(page.html) ?? [];
  const thing = wordsOf(name).trim();
  const what = quantity > 1 ? `${thing} × ${quantity}` : thing;

  const fields = {
    intent: "buy",
    paymentType: "BALANCE",
    quantity: String(quantity),
    confirm: "on",
    script: "",
  };
  const first = await browser.send(page, "buy", fields);
  expect(wordsOf(first.html)).toContain(t("store:done.title.thing", { name: what }));
  expect(wordsOf(first.html)).toContain(t("store:done.lead.thing"));
  expect(first.html).toContain(`${paths.myPage.island}?landing=`);
  // What the picture's text says: a parcel comes down, though this purchase is no order with a delivery. It stays on
  // My page.
  expect((await browser.open(`${paths.myPage.island}?landing=`)).html).toContain('class="land"');
  const island = await browser.open(paths.myPage.island);
  expect(island.html).not.toContain('class="land"');
  expect(island.html).toMatch(/<use href="#\w+-parcel"/);
  expect(wordsOf(first.html)).not.toContain(t("store:complete.status.done.title"));
  // The id of a message ends with the key of its text.
  expect(first.html).not.toContain("store:outcome.captured");

  // The page told it, so no other page does.
  const home = await browser.open("/my-page/ecommerce-history");
  expect(home.html).not.toContain("store:outcome.captured");

  const again = await browser.open(first.path);
  expect(wordsOf(again.html)).toContain(t("store:complete.status.done.title"));
  expect(again.html).not.toContain(`${paths.myPage.island}?landing=`);
});
