import type { Page } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

const common = texts("ko", "common");
const news = texts("ko", "news");
const support = texts("ko", "support");
const account = texts("ko", "account");

/** In the page: returns texts with kana that are not marked as Japanese. Korean text contains no kana. */
function japaneseWords(): string[] {
  const found = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(document.title) ? [document.title] : [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const text = walker.currentNode.nodeValue ?? "";
    const isKana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text.replace(/[・ー]/g, ""));
    if (isKana && !parent?.closest("script, style, noscript, [lang=ja]")) found.push(text);
  }
  return found;
}

async function expectKorean(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
  expect(await page.evaluate(japaneseWords), page.url()).toEqual([]);
  const addresses = await page
    .locator("main a[href*='lng=']")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  // No link carries `lng`: a language in URLs would be lost at the first link without it.
  expect(
    addresses.filter((address) => !address?.includes(".xml")),
    page.url(),
  ).toEqual([]);
}

test("a reader whom a search engine sends to the Korean news stays in Korean: clicks, errors, a sign-in, an inquiry", async ({
  page,
  scripts,
  sandbox,
}) => {
  const member = await sandbox.makeMember({ firstName: "민지", lastName: "한" });
  const sitemap = await (await page.request.get("/sitemaps/pages.xml")).text();
  const [, address = ""] = /hreflang="ko" href="([^"]*\/news\?[^"]*)"/.exec(sitemap) ?? [];
  expect(address).toContain("lng=ko");
  await page.goto(new URL(address).pathname + new URL(address).search);
  await expectKorean(page);

  const go = async (click: () => Promise<void>, url: RegExp) => {
    await click();
    await expect(page).toHaveURL(url);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectKorean(page);
  };
  const main = page.getByRole("main");
  const menu = page.getByRole("navigation", { name: common("nav.main") });
  const inMenu = async (group: string, name: string) => {
    await menu.locator("summary", { hasText: common(group) }).press("Enter");
    await menu.getByRole("link", { name: common(name) }).click();
  };

  await go(() => main.getByRole("table").getByRole("link").first().click(), /\/news\/\d+/);
  await go(() => main.getByRole("link", { name: news("detail.back") }).click(), /\/news(?:\?|$)/);
  await go(
    () => main.getByRole("link", { name: common("pager.page", { page: 2 }), exact: true }).click(),
    /page=2/,
  );
  await go(() => menu.getByRole("link", { name: common("nav.introduction") }).click(), /\/introduction$/);
  await go(() => inMenu("nav.support", "nav.faq"), /\/support\/faq$/);
  await go(
    () =>
      main
        .getByRole("link", { name: support("faq.types.EVENT") })
        .first()
        .click(),
    /type=EVENT/,
  );
  await go(
    () =>
      page
        .getByRole("contentinfo")
        .getByRole("link", { name: common("nav.terms") })
        .click(),
    /terms/,
  );
  await go(
    () =>
      page
        .getByRole("banner")
        .getByRole("link", { name: common("home") })
        .first()
        .click(),
    /:\d+\/$/,
  );
  await go(
    () =>
      page
        .getByRole("banner")
        .getByRole("link", { name: common("nav.signIn") })
        .first()
        .click(),
    /sign-in/,
  );

  const signIn = async (password: string) => {
    await main.getByLabel(account("signIn.email")).fill(member.email);
    await main.getByLabel(account("signIn.password"), { exact: true }).fill(password);
    await main.getByRole("button", { name: account("signIn.submit") }).click();
  };
  await signIn("Wrong-2024!");
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expectKorean(page);
  await signIn(member.password);
  await expect(page).toHaveURL(/:\d+\/$/);
  await expectKorean(page);

  await go(() => inMenu("nav.support", "nav.inquiry"), /\/support\/inquiry$/);
  await main.getByLabel(support("inquiry.type")).selectOption("BUG_ERROR");
  await main.getByLabel(support("inquiry.message")).fill("나룻배가 하얗게 보여요.");
  await main
    .getByRole("button", { name: support("inquiry.submit"), exact: true })
    .first()
    .click();
  await expect(main.getByLabel(support("inquiry.subject"))).toHaveAttribute("aria-invalid", "true");
  await expectKorean(page);
  await main.getByLabel(support("inquiry.subject")).fill("나룻배");
  await main
    .getByRole("button", { name: support("inquiry.submit"), exact: true })
    .first()
    .click();
  const asks = scripts ? page.getByRole("dialog") : page.getByRole("alert");
  await expectKorean(page);
  await asks.getByRole("button", { name: support("inquiry.submit"), exact: true }).click();
  await expect(page).toHaveURL("/support/requests");
  await expect(page.getByText(support("inquiry.sent"))).toBeVisible();
  await expectKorean(page);

  // The API received the language too.
  const api = `${sandbox.origin}/api`;
  const data = { email: member.email, password: member.password, language: "KO", platform: "WEB" };
  const read = async <Data>(answer: Promise<{ json(): Promise<unknown> }>) =>
    ((await (await answer).json()) as { data: Data }).data;
  const { accessToken } = await read<{ accessToken: string }>(
    page.request.post(`${api}/auth/sign-in`, { data }),
  );
  const headers = { Authorization: `Bearer ${accessToken}` };
  const { content } = await read<{ content: { publicId: string }[] }>(
    page.request.get(`${api}/support/inquiries?page=1&size=10`, { headers }),
  );
  const inquiry = page.request.get(`${api}/support/inquiries/${content[0]?.publicId}`, { headers });
  expect(await read(inquiry)).toMatchObject({ language: "ko", subject: "나룻배" });
});
