/**
 * Pages that are only read load no script file before the visitor's first press, touch, key or focus, and the first
 * press works (docs/decisions/0073-scripts-on-intent.md).
 */
import type { Page } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import { hydrated } from "../kit/browser/hydrated";
import { texts } from "../kit/data/texts";

const common = texts("ja", "common");

const pages = [
  "/news",
  "/news/3",
  "/support/faq",
  "/terms-of-use",
  "/privacy-policy",
  "/introduction",
  "/download",
  "/dao/operating-method",
  "/nowhere",
];

/** Records the script files that a page requests or preloads. */
function recordScripts(page: Page): string[] {
  const files: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) files.push(pathname);
  });
  return files;
}

/** Opens a page and expects no script file, nor a preload of one, once all that it loads by itself has arrived. */
async function openUntouched(page: Page, path: string): Promise<string[]> {
  const files = recordScripts(page);
  await page.goto(path, { waitUntil: "networkidle" });
  expect(files, path).toEqual([]);
  await expect(page.locator("link[rel=modulepreload], script[src]")).toHaveCount(0);
  return files;
}

/** The first link that a test follows. */
const footerLink = (page: Page) =>
  page.getByRole("contentinfo").getByRole("link", { name: common("nav.terms"), exact: true });
const target = /\/terms-of-use$/;

test.describe("a page that is only read @scripts-only", () => {
  test.use({ allowed: [/the server responded with a status of 404/] });

  for (const path of pages.filter((one) => one !== "/terms-of-use")) {
    test(`${path} loads no script file, and its first click arrives`, async ({ page }) => {
      const files = await openUntouched(page, path);
      await footerLink(page).click();
      await expect(page).toHaveURL(target);
      // The pointer was the first sign of intent.
      await expect.poll(() => files.length).toBeGreaterThan(0);
    });
  }

  test("/terms-of-use loads no script file", async ({ page }) => {
    await openUntouched(page, "/terms-of-use");
  });

  test("the first Enter follows its link", async ({ page }) => {
    await openUntouched(page, "/news");
    await footerLink(page).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(target);
  });

  test("the first press opens a menu, which stays open when the scripts arrive", async ({ page }) => {
    await openUntouched(page, "/support/faq");
    const menu = page.getByRole("banner").locator("summary").filter({ hasText: "日本語" });
    await menu.click();
    const english = page.getByRole("banner").getByRole("button", { name: "English" });
    await expect(english).toBeVisible();
    await hydrated(page);
    await expect(english).toBeVisible();
  });

  test("a menu that the first Enter opens stays open under a resting pointer", async ({ page }) => {
    await openUntouched(page, "/introduction");
    const menu = page.getByRole("navigation", { name: common("nav.main") });
    await menu.locator("summary", { hasText: common("nav.support") }).press("Enter");
    await hydrated(page);
    // What a browser tells an element that appears or changes under the pointer.
    const link = menu.getByRole("link", { name: common("nav.introduction") }).first();
    await link.dispatchEvent("pointerover", { pointerType: "mouse", bubbles: true });
    await expect(menu.getByRole("link", { name: common("nav.faq") })).toBeVisible();
  });

  test("a search is typed before the scripts arrive, and found", async ({ page }) => {
    await openUntouched(page, "/news");
    await page.getByLabel(texts("ja", "news")("search.keyword")).fill("島");
    await page.getByRole("button", { name: common("search.submit") }).click();
    await expect(page).toHaveURL(/keyword=/);
  });

  test("the scripts load once, at the first of several events", async ({ page }) => {
    const files = await openUntouched(page, "/terms-of-use");
    await page.mouse.move(300, 300);
    await hydrated(page);
    const count = files.length;
    await page.keyboard.press("Tab");
    await page.mouse.move(320, 320);
    expect(new Set(files).size).toBe(count);
    const entries = await page.evaluate(
      () => [...document.scripts].filter(({ src }) => src.includes("/assets/entry.client")).length,
    );
    expect(entries).toBe(1);
  });

  test("changes by an extension are not collected for ever on an untouched page", async ({ page }) => {
    const files = await openUntouched(page, "/news");
    const kept = await page.evaluate(async () => {
      const box = document.querySelector("main") as HTMLElement;
      for (let round = 0; round < 60; round += 1) {
        for (let n = 0; n < 100; n += 1) box.append(document.createComment("extension"));
        await new Promise(requestAnimationFrame);
      }
      const { earlyChanges } = window as unknown as { earlyChanges: { records: unknown[] } };
      return earlyChanges.records.length;
    });
    expect(kept).toBe(0);
    await page.mouse.move(300, 300);
    await footerLink(page).click();
    await expect(page).toHaveURL(target);
    // The next page is an ordinary one.
    await expect
      .poll(async () => {
        await page.mouse.move(320, 320);
        await page.mouse.move(340, 340);
        return files.length;
      })
      .toBeGreaterThan(0);
  });

  test("a guest's page that is touched late does not sign another tab out", async ({
    page,
    context,
    signIn,
    member,
  }) => {
    const old = await context.newPage();
    await openUntouched(old, "/news");
    await signIn(page, member);
    await page.goto("/my-page/profile");
    const field = page.getByLabel(texts("ja", "account")("name.last"));
    await expect(field).toBeVisible();
    await old.mouse.move(300, 300);
    await hydrated(old);
    // The old page learns who has signed in.
    await expect(old.getByRole("banner").locator(`summary[aria-label*="${member.lastName}"]`)).toHaveCount(1);
    await expect(field).toBeVisible();
  });
});

test.describe("on a phone @scripts-only", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  for (const path of ["/news", "/introduction", "/privacy-policy"]) {
    test(`${path} loads no script file, and its first tap arrives`, async ({ page }) => {
      await openUntouched(page, path);
      await footerLink(page).tap();
      await expect(page).toHaveURL(target);
    });
  }
});

test("home, forms and members' pages load their scripts by themselves @scripts-only", async ({
  page,
  signIn,
}) => {
  for (const path of ["/", "/sign-in", "/support/inquiry"]) {
    const files = recordScripts(page);
    await page.goto(path, { waitUntil: "load" });
    await expect.poll(() => files.length, path).toBeGreaterThan(0);
  }
  await signIn(page);
  const files = recordScripts(page);
  await page.goto("/news", { waitUntil: "load" });
  await expect.poll(() => files.length, "a member's news").toBeGreaterThan(0);
});
