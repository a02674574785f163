/** Printed pages: one column of readable content with the URLs of links, without interactive controls. */
import type { Page } from "@playwright/test";
import { expect, test, withPictures } from "../../kit/browser/fixtures";
import { texts } from "../../kit/data/texts";

test.use(withPictures);

const t = texts("ja", "store");

/** A4 without its margins, in CSS pixels. */
const PAPER = { width: 718, height: 1000 };

test("an article, answers, the purchases, an order, a thread and a suggestion on paper @scripts-only", async ({
  page,
  sandbox,
  signIn,
}) => {
  const member = await sandbox.makeMember({
    history: 5,
    orders: 2,
    inquiries: [{ subject: "灯台の灯り", messages: ["消えます。", "調べています。", "待っています。"] }],
  });
  await signIn(page, member);
  const hrefOf = async (list: string, pattern: RegExp) => {
    const html = await (await page.request.get(list)).text();
    return pattern.exec(html)?.[1] ?? "";
  };
  const order = await hrefOf(
    "/my-page/ecommerce-history",
    /href="(\/my-page\/ecommerce-history\/ORDER[\w-]+)"/,
  );
  const thread = await hrefOf("/support/requests", /href="(\/support\/requests\/[\w-]+)"/);
  await page.setViewportSize(PAPER);
  for (const path of ["/news/3", "/support/faq", "/my-page/history", order, thread, "/dao/suggestions/19"]) {
    await page.goto(path);
    await page.emulateMedia({ media: "print" });
    const main = page.getByRole("main");
    if (path === "/my-page/history") await expect(main.getByText(/^Soria, すべて, 20\d\d-/)).toBeVisible();
    for (const chrome of [page.getByRole("banner"), page.getByRole("contentinfo"), page.getByRole("search")])
      await expect(chrome, path).toBeHidden();
    await expect(main.getByRole("button"), path).toHaveCount(0);
    // The vote is printed below the suggestion; the aside of a post contains other posts, so it is not printed.
    if (path === "/news/3") await expect(main.getByRole("complementary")).toHaveCount(0);
    const found = await page.evaluate(() => {
      const seen = [...document.querySelectorAll<HTMLElement>("main *")].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
      return {
        wide: document.documentElement.scrollWidth - innerWidth,
        shadows: seen.filter((element) => getComputedStyle(element).boxShadow !== "none").length,
        links: seen
          .filter((element) => element.matches(".prose a[href]:not([href^='#'])"))
          .map((link) => [link.getAttribute("href"), getComputedStyle(link, "::after").content]),
      };
    });
    expect(found, path).toMatchObject({ wide: 0, shadows: 0 });
    for (const [address, written] of found.links) expect(written).toContain(address);
    if (path === "/support/faq") {
      expect(found.links.length).toBeGreaterThan(0);
      // Answers that are collapsed on the screen are printed.
      const answers = await main
        .locator("details:visible > div")
        .evaluateAll((all) => all.map((one) => one.clientHeight));
      expect(Math.min(...answers)).toBeGreaterThan(0);
    }
    await page.emulateMedia({ media: null });
  }
});

test("a receipt is a slip on paper, 80 mm wide @scripts-only", async ({ page, signIn, sandbox }) => {
  await signIn(page, await sandbox.makeMember({ balances: { soria: 50_000 } }));
  await page.goto("/store/products/1");
  await page.getByRole("checkbox", { name: t("item.confirm") }).check();
  await page.getByRole("button", { name: t("item.buy"), exact: true }).click();
  const receipt = page.getByRole("article", { name: t("receipt.title") });
  await expect(receipt).toBeVisible();
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: "print" });
  const slip = await receipt.evaluate((element) => ({
    // 80 mm at 96 px to the inch.
    off: Math.round(Math.abs(element.getBoundingClientRect().width - (80 / 25.4) * 96)),
    wide: document.documentElement.scrollWidth - innerWidth,
    cut: [...element.querySelectorAll("*")].filter(
      (each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline",
    ).length,
  }));
  expect(slip).toEqual({ off: 0, wide: 0, cut: 0 });
  const main = page.getByRole("main");
  await expect(main.getByRole("button")).toHaveCount(0);
  for (const chrome of [page.getByRole("banner"), page.getByRole("contentinfo")])
    await expect(chrome).toBeHidden();
});

/** Returns the left edges, in px, of headings, questions and paragraphs, each with the beginning of its text. */
const edgesOf = (page: Page) =>
  page.evaluate(() => {
    const edges = new Map<number, string>();
    const blocks = "h1, h2, h3, summary, .prose > p";
    for (const block of document.querySelectorAll(`main :is(${blocks})`)) {
      const isHidden =
        !block.checkVisibility() || block.clientWidth === 1 || block.closest(".sr, dl, .only-print");
      if (isHidden || !block.textContent?.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(block);
      const hasNumber = getComputedStyle(block, "::before").content !== "none";
      const first = hasNumber ? block.getBoundingClientRect() : range.getClientRects()[0];
      const left = Math.round(first?.left ?? 0);
      edges.set(left, block.textContent.trim().slice(0, 20));
    }
    return [...edges];
  });

test("the FAQ, the news and the DAO have one left edge on paper, and whole addresses @scripts-only", async ({
  page,
  baseURL,
  signIn,
}) => {
  await signIn(page);
  await page.setViewportSize(PAPER);
  for (const path of [
    "/support/faq",
    "/news",
    "/news/3",
    "/dao",
    "/dao/suggestions",
    "/dao/suggestions/19",
    "/dao/suggestions/19/debates/1",
    "/dao/suggestions/19/voters",
    "/dao/members",
  ]) {
    await page.goto(path);
    await page.emulateMedia({ media: "print" });
    const edges = await edgesOf(page);
    expect(edges.length, path).toBeGreaterThan(0);
    expect(
      edges.filter(([left]) => Math.abs(left) > 1),
      path,
    ).toEqual([]);
    const links = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLAnchorElement>(
          "main .prose a[href]:not([href^='#'], [href^='mailto:'])",
        ),
      ].map((link) => ({
        address: link.href,
        printed: getComputedStyle(link, "::after").content.replaceAll(/[" ]/g, ""),
      })),
    );
    for (const { address, printed } of links) expect(printed, path).toBe(`(${address})`);
    if (path === "/support/faq") {
      expect(links.length).toBeGreaterThan(0);
      for (const { address } of links) expect(address).toContain(baseURL ?? "");
    }
    await page.emulateMedia({ media: null });
  }
});
