/**
 * The site as an installed app (Chromium's `--app`), in a window without address bar and Back button: a member's
 * page, sign-in, a purchase, and back navigation. Checks that hold in any window: tests/e2e/installed.spec.ts.
 */
import { launch, type Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chromiumFlags } from "../kit/browser/chromium";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { type RunningSite, startSite } from "../kit/programs/site";
import { isHydrated } from "../kit/browser/hydrated";
import { texts } from "../kit/data/texts";

const account = texts("ja", "account");
const store = texts("ja", "store");
let running: RunningSite;
let browser: Awaited<ReturnType<typeof launch>>;

beforeAll(async () => {
  running = await startSite();
  browser = await launch({
    headless: true,
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: [...chromiumFlags, "--lang=ja", `--app=${running.site.origin}/news?lng=ja`],
  });
});
afterAll(async () => {
  await browser?.close();
  await running.stop();
});

const arrivesAt = (page: Page, pattern: RegExp) =>
  page.waitForFunction(
    (source) => new RegExp(source).test(location.pathname + location.search),
    {},
    pattern.source,
  );

it("signs in, buys and goes back in a window of its own, which opens no other", async () => {
  const sandbox = new SandboxClient(running.sandbox?.origin ?? "");
  const member = await sandbox.makeMember({ balances: { soria: 900 } });
  const [page] = await browser.pages();
  if (!page) throw new Error("The browser has no window.");
  await page.waitForFunction(isHydrated);
  expect(await page.evaluate(() => matchMedia("(display-mode: browser)").matches)).toBe(false);

  await page.goto(`${running.site.origin}/store/products/1`);
  await arrivesAt(page, /^\/sign-in\?redirectTo=/);
  await page.waitForFunction(isHydrated);
  await page.locator(`::-p-aria([name="${account("signIn.email")}"][role="textbox"])`).fill(member.email);
  await page.locator("main input[type=password]").fill(member.password);
  await page.locator(`main ::-p-aria([name="${account("signIn.submit")}"][role="button"])`).click();
  await arrivesAt(page, /^\/store\/products\/1$/);
  await page.waitForFunction(isHydrated);

  await page.locator("main input[name=confirm]").click();
  await page.locator(`::-p-aria([name="${store("item.buy")}"][role="button"])`).click();
  await arrivesAt(page, /^\/store\/products\/complete/);
  // The text contains zero-width spaces, which allow line breaks between phrases only.
  await page.waitForFunction(
    (title) => document.body.innerText.replaceAll("\u200b", "").includes(title),
    {},
    store("done.lead.thing"),
  );
  await page.goBack();
  await page.goForward();
  await arrivesAt(page, /^\/store\/products\/complete/);
  expect(await sandbox.balances(member)).toMatchObject({ soria: 600 });
  expect(await browser.pages()).toHaveLength(1);
});
