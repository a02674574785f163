/**
 * What a member sees after a purchase, on the rendered pages: the receipt, the history entry that it links to, My
 * purchases, the CSV, and the pages that replace them when the record is lost or unreadable.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { readPurchases } from "#server/purchases/ledger.server";
import type { MadeMember } from "#server/sandbox/switches/members";
import { booksOf } from "#server/sandbox/switches/books";
import { ownerOf } from "#server/store/encryption.server";
import { translator } from "~/i18n/i18n.server";
import { formatHundredths } from "~/domain/money";
import { historyRowId, moneyPlaceOf } from "~/domain/purchase-outcome";
import { paths } from "~/domain/paths";
import { summaryOf } from "#server/purchases/outcomes.server";
import { faults, sandbox } from "../mocks/server";
import { type Shown, SiteBrowser, wordsOf } from "../kit/visitors/site-browser";
import { withSite } from "../kit/visitors/whole-site";
import { enter } from "./form-site";
import { backUp, loseLedger, restore } from "./store-memory";
import { itemIn } from "./store-support";

const site = withSite(["account", "my-page", "store", "support", "site/home"]);
let items: Record<"soria" | "point" | "usd", number>;
const t = translator("en");

beforeAll(async () => {
  items = { soria: await itemIn("SORIA"), point: await itemIn("POINT"), usd: await itemIn("USD") };
});

interface Buyer {
  browser: SiteBrowser;
  member: MadeMember;
}

async function come(scripts = false): Promise<Buyer> {
  const member = await (await sandbox()).make({ balances: { soria: 1_000_000, point: 100_000 } });
  const browser = new SiteBrowser(site, scripts, "en");
  await enter(browser, member);
  return { browser, member };
}

async function buy({ browser }: Buyer, id: number): Promise<Shown> {
  const page = await browser.open(paths.store.product(id));
  const typed = { intent: "buy", quantity: "1", paymentType: "BALANCE", confirm: "on", script: "" };
  return browser.send(page, "buy", typed);
}

/** Returns the same member in a browser without scripts. */
async function sameMember({ member }: Buyer): Promise<Buyer> {
  const browser = new SiteBrowser(site, false, "en");
  await enter(browser, member);
  return { browser, member };
}

const onlyPurchase = async ({ member }: Buyer) => {
  const [purchase] = await readPurchases(ownerOf(member.id));
  if (!purchase) throw new Error("nothing was bought");
  return summaryOf(purchase);
};
/** Returns an amount as the pages render it: decimals are in a smaller element. */
const figure = (text: string) => `${text.slice(0, -3)}<small>${text.slice(-3)}</small>`;

describe.each(["with scripts", "without scripts"])("a purchase from points, %s", (mode) => {
  it("ends at its receipt, which says what was taken and leads to that line of the point history", async () => {
    const buyer = await come(mode === "with scripts");
    const page = await buy(buyer, items.point);
    const purchase = await onlyPurchase(buyer);
    const [transaction] = (await booksOf((await sandbox()).services, buyer.member.id)).transactions;
    // The address names the form that was sent, as long as it means this purchase.
    expect([page.status, page.path]).toEqual([
      200,
      expect.stringMatching(/^\/store\/products\/complete\?purchase=[\w-]{49}$/),
    ]);
    const { taken } = purchase;
    expect(taken).toMatchObject({ currency: "POINT", amount: transaction?.amount });
    const words = wordsOf(page.html);
    expect(words).toContain(t("store:receipt.title"));
    expect(page.html).toContain(figure(`−${((taken?.amount ?? 0) / 100).toFixed(2)}`));
    expect(words).toContain(purchase.transactionId);
    // The balance before and after the purchase, as in the history entry.
    const left = 100_000 * 100 - (taken?.amount ?? 0);
    for (const [label, amount] of [
      [t("store:receipt.balanceBefore"), 100_000 * 100],
      [t("store:receipt.balanceAfter"), left],
    ] as const)
      expect(words.replaceAll("\u00a0", " ")).toMatch(
        new RegExp(`${label}\\s+${formatHundredths(amount).replace(/\.(\d\d)$/, "\\s*\\.$1")}\\s+points`),
      );
    expect(words).toContain(t("store:receipt.lineSame"));

    const place = moneyPlaceOf(purchase);
    expect(page.html).toContain(`href="${place.replaceAll("&", "&amp;")}"`);
    expect(place).toContain("currencyType=point");
    const line = historyRowId(purchase.transactionId ?? "none");
    expect(place.endsWith(`#${line}`)).toBe(true);
    const history = await buyer.browser.open(place);
    expect(history.status).toBe(200);
    if (mode === "without scripts") expect(history.html).toContain(` id="${line}"`);
  });

  it("is in the history with the way to its receipt, and to an inquiry that has its number", async () => {
    const buyer = await come(mode === "with scripts");
    await buy(buyer, items.point);
    const purchase = await onlyPurchase(buyer);
    // The list comes late with scripts, so read it as a browser without them.
    const { browser } = mode === "with scripts" ? await sameMember(buyer) : buyer;
    const { html } = await browser.open(paths.myPage.history({ currencyType: "point" }));
    expect(html).toContain(`href="${paths.store.purchase(purchase.key)}"`);
    const { transactionId } = purchase;
    const ask = paths.support.inquiryWith({ typeCode: "PURCHASE_REFUND", transactionId });
    expect(html).toContain(`href="${ask.replaceAll("&", "&amp;")}"`);
    // Two rows would have two links of the same text, so each also names its row.
    for (const text of [t("my-page:history.receipt"), t("my-page:history.ask")])
      expect(html).toMatch(new RegExp(`aria-label="${text}: [^"]*\\d{4}, \\d\\d:\\d\\d, -\\d+"`));
    const form = await browser.open(ask);
    expect(wordsOf(form.html)).toContain(transactionId);
  });

  it("stands in My purchases with what was taken, its number and the way to the receipt", async () => {
    const buyer = await come(mode === "with scripts");
    await buy(buyer, items.point);
    const purchase = await onlyPurchase(buyer);
    const { html } = await buyer.browser.open(paths.myPage.ecommerceHistory());
    expect(html).toContain(figure(((purchase.taken?.amount ?? 0) / 100).toFixed(2)));
    expect(wordsOf(html)).toContain(purchase.transactionId);
    expect(html).toContain(`href="${paths.store.purchase(purchase.key)}"`);
    expect(html).toContain(`href="${paths.myPage.purchasesCsv}"`);
  });
});

it("the CSV of all purchases has a row for each, newest first", async () => {
  const buyer = await come();
  await buy(buyer, items.point);
  await buy(buyer, items.soria);
  const response = await buyer.browser.ask(
    new Request(`http://localhost:3000${paths.myPage.purchasesCsv}`, { headers: buyer.browser.headers() }),
  );
  expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("Content-Disposition")).toContain("soria-purchases.csv");
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  const rows = (await response.text()).trimEnd().split("\r\n");
  expect(rows).toHaveLength(3);
  expect(rows[1]).toContain(",Soria,");
  expect(rows[2]).toContain(",points,");
});

describe("a purchase that the site has no record of", () => {
  it("is said to be lost, with the number of its address and an inquiry that has it", async () => {
    const { browser, member } = await come();
    await loseLedger(member.id);
    const page = await browser.open(paths.store.complete({ transaction: "PUR-0-0" }));
    expect(page.status).toBe(404);
    const words = wordsOf(page.html);
    expect(words).toContain(t("store:lost.title"));
    expect(words).toContain(t("store:money.unknown"));
    expect(words).toContain("PUR-0-0");
    const inquiry = /href="(\/support\/inquiry\?[^"]*)"/.exec(page.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await browser.open(inquiry)).html).toContain("PUR-0-0");
  });
});

it("a record that cannot be read stands in place of what buys, and is rebuilt by its button", async () => {
  const buyer = await come();
  const { browser, member } = buyer;
  await buy(buyer, items.soria);
  const record = await backUp(member.id);
  if (!record) throw new Error("no record was written");
  await restore(member.id, { ...record, payload: Buffer.from("sealed with a secret that is gone") });

  const notice = t("store:ledger.title");
  const places = [
    paths.store.products(),
    paths.store.product(items.soria),
    paths.store.checkout(items.usd),
    paths.myPage.ecommerceHistory(),
    paths.store.complete({ purchase: "a-key-of-a-purchase-00" }),
  ];
  for (const path of places) {
    const { html } = await browser.open(path);
    expect(wordsOf(html), path).toContain(notice);
    expect(html, path).toContain(`action="${paths.store.rebuildLedger()}"`);
    expect(html, path).not.toMatch(/id="(buy|checkout)"/);
  }
  expect(wordsOf((await browser.open("/my-page/profile")).html)).not.toContain(notice);
  // The page of a purchase may follow a payment.
  const purchasePage = await browser.open(paths.store.complete({ purchase: "a-key-of-a-purchase-00" }));
  expect(wordsOf(purchasePage.html)).toContain(wordsOf(t("store:ledger.paid")));
  // The account stays open, and its page says why before the press and after it.
  const closing = await browser.open(paths.myPage.terminate);
  expect(wordsOf(closing.html)).toContain(wordsOf(t("errors:ledger.unreadable")));
  const pressed = await browser.send(closing, "terminate", { confirm: "on" });
  expect(pressed.status).toBe(503);
  expect(wordsOf(pressed.html)).toContain(t("my-page:terminate.openTitle"));
  expect(wordsOf(pressed.html)).toContain(wordsOf(t("errors:ledger.unreadable")));

  const from = await browser.open(paths.myPage.ecommerceHistory());
  const after = await browser.post(paths.store.rebuildLedger(), [], from);
  expect(after.path).toBe(paths.myPage.ecommerceHistory());
  expect(wordsOf(after.html)).not.toContain(notice);
  // The API's list still contains the purchase.
  expect(wordsOf(after.html)).toContain(t("store:receipt.title"));
});

it("a payment that has not ended is shown at the item, at the order form and in My purchases; in the store, if it may be paid", async () => {
  const { browser, member } = await come(true);
  const item = await browser.open(paths.store.product(items.usd));
  const typed = { intent: "buy", quantity: "1", paymentType: "STRIPE", confirm: "on", script: "ready" };
  await browser.send(item, "buy", typed);
  const { key } = await onlyPurchase({ browser, member });
  const isShown = async (path: string) =>
    (await browser.open(path)).html.includes(`href="${paths.store.purchase(key)}"`);
  const places = [
    paths.store.product(items.usd),
    paths.store.checkout(items.usd),
    paths.myPage.ecommerceHistory(),
  ];
  for (const path of places) expect(await isShown(path), path).toBe(true);
  expect(await isShown(paths.store.products())).toBe(false);
  await browser.fetch("/store/products/complete/begin", { purchase: key });
  for (const path of [...places, paths.store.products()]) expect(await isShown(path), path).toBe(true);
});

describe("the line of a receipt", () => {
  it("is on the page that the receipt leads to, on a day of more than 50 lines", async () => {
    const buyer = await come();
    await buy(buyer, items.soria);
    const { services } = await sandbox();
    for (let index = 0; index < 120; index += 1)
      await services.db.run(
        `INSERT INTO history (member_id, created_at, currency, type, change_amount, net_amount, note)
         VALUES (?, ?, 'soria', 'RECHARGE', 1, 1, '{"en":"x"}')`,
        [buyer.member.id, services.now() + index],
      );
    const place = moneyPlaceOf(await onlyPurchase(buyer));
    const [path = "", hash = ""] = place.split("#");
    const page = await buyer.browser.open(path);
    expect(page.html).toContain(`id="${decodeURIComponent(hash)}"`);
    expect(page.path).toContain("page=3");
  });

  it("that is not there leads to the first page of its day", async () => {
    const buyer = await come();
    const page = await buyer.browser.open(`${paths.myPage.history({ currencyType: "soria" })}&line=none`);
    expect([page.status, page.path.includes("page=1")]).toEqual([200, true]);
  });
});

describe("an item that was deleted while its page was open", () => {
  const gone = { result: 10000, message: "gone", data: null };
  it.each([
    [true, gone],
    [false, gone],
    [false, {}],
  ])("is said to be gone, and the way on is the store (scripts: %s; 404 with %j)", async (scripts, body) => {
    const buyer = await come(scripts);
    const page = await buyer.browser.open(paths.store.product(items.soria));
    await faults({
      path: `/api/store/products/${items.soria}`,
      status: 404,
      body,
      member: buyer.member.id,
    });
    const typed = { intent: "buy", quantity: "1", paymentType: "BALANCE", confirm: "on", script: "" };
    const sent = await buyer.browser.send(page, "buy", typed);
    // With scripts the action's data come alone; the page that follows is the next one.
    expect(scripts ? JSON.stringify(sent.data) : wordsOf(sent.html)).toContain(
      scripts ? "store:item.gone" : t("store:item.gone"),
    );
    const shown = await buyer.browser.open(paths.store.product(items.soria));
    expect(wordsOf(shown.html)).toContain(t("store:item.gone"));
    expect(shown.html).toContain(`href="${paths.store.products()}"`);
    expect(wordsOf(shown.html)).not.toContain(t("errors:boundary.retry"));
  });
});
