/**
 * Pages that the browser has cached: requested again, reloaded and on back navigation; and what their content
 * security policy blocks.
 */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { statusesOf, expect, test } from "../kit/browser/fixtures";
import { hydrated } from "../kit/browser/hydrated";
import { texts } from "../kit/data/texts";

const common = texts("ja", "common");
const starter = readFileSync("app/components/document/bootstrap.js", "utf8");

/** Expects the page to be hydrated: a link works without a new document. */
async function expectHydrated(page: Page): Promise<void> {
  await hydrated(page);
  await page.evaluate("window.isSameDocument = true");
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: common("nav.news") })
    .click();
  await expect(page).toHaveURL(/\/news$/);
  expect(await page.evaluate("window.isSameDocument")).toBe(true);
}

test("a guest's page is revalidated with its ETag, gets 304, and works @scripts-only", async ({ page }) => {
  const path = "/introduction";
  const first = await page.goto(path);
  await page.goto("/terms-of-use");
  const second = await page.goto(path);
  expect(second?.headers()["etag"]).toBe(first?.headers()["etag"]);
  await expect.poll(() => statusesOf(second)).toEqual([304]);
  await expectHydrated(page);

  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await page.goForward();
  await expect(page).toHaveURL(/\/news$/);
  await page.goBack();
  await expectHydrated(page);

  await page.goto(path);
  const devtools = await page.context().newCDPSession(page);
  const reload = page.waitForResponse((response) => response.request().isNavigationRequest());
  const loaded = page.waitForEvent("load");
  await devtools.send("Page.reload", { ignoreCache: true });
  const response = await reload;
  await expect.poll(() => statusesOf(response)).toEqual([200]);
  await loaded;
  await expectHydrated(page);
});

test("going back after signing out shows nothing of the member", async ({
  page,
  scripts,
  signIn,
  member,
}) => {
  await signIn(page);
  await page.goto("/my-page/profile");
  await expect(page.getByText(member.email).first()).toBeAttached();
  await page.getByRole("banner").locator(`summary[aria-label*="${member.lastName}"]`).press("Enter");
  await page
    .getByRole("button", { name: common("nav.signOut") })
    .first()
    .click();
  await expect(page.getByText(texts("ja", "account")("signOut.done"))).toBeVisible();
  if (scripts) await hydrated(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByText(member.email)).toHaveCount(0);
});

test.describe("an inline script that was injected into a cached page @scripts-only", () => {
  test.use({ allowed: [/Content Security Policy|policy broken/] });

  test("does not run, and the site's own scripts load no files of others", async ({ page }) => {
    const asked: string[] = [];
    await page.route("**/foreign.js", (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: "text/javascript", body: "window.wasRun = true" });
    });
    const modules = JSON.stringify({
      entry: "/foreign.js",
      manifest: "/foreign.js",
      routes: [],
      preload: [],
    });
    await page.route("**/terms-of-use", async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const injected = `<script>window.wasRun = true</script>
        <img src="data:," onerror="window.wasRun = true" alt="">
        <script type="application/json">${modules}</script><script>${starter}</script>`;
      await route.fulfill({
        response,
        body: html.replace('<script id="remix-context"', `${injected}$&`),
      });
    });
    await page.goto("/terms-of-use", { waitUntil: "load" });
    await expect(page.locator("img[src='data:,']")).toHaveCount(1);
    await expectHydrated(page);
    expect(await page.evaluate("window.wasRun")).toBeUndefined();
    expect(asked).toEqual([]);
  });
});
