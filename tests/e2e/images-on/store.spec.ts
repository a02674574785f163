import type { Page } from "@playwright/test";
import { expect, test, withPictures } from "../../kit/browser/fixtures";
import { texts } from "../../kit/data/texts";
import { expectBought, KIT, LANTERNS, openItem, pressBuy, PURCHASE, receiptOf, t } from "../store-steps";

test.use(withPictures);

// Chromium logs 402 for a declined card, as with Stripe, and 409 for a cancelled payment.
test.use({ allowed: [/status of 40[029] |ERR_FAILED .*complete\?purchase/] });
test.beforeEach(async ({ page, speak, signIn }) => {
  await speak("en");
  await signIn(page);
});

test("the store begins with its list, ten items to a page [A028.1 A060.5]", async ({ page }) => {
  await page.goto("/store");
  await expect(page).toHaveURL(/\/store\/products$/);
  await expect(page.getByRole("link", { name: /^Buy / })).toHaveCount(10);
  const items = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: /^Buy / }) });
  const boxes = await items.evaluateAll((all) =>
    all.map((item) => item.getBoundingClientRect()).map(({ left, top }) => ({ left, top })),
  );
  // Several columns, and several rows.
  expect(new Set(boxes.map(({ left }) => left)).size).toBeGreaterThan(1);
  expect(new Set(boxes.map(({ top }) => top)).size).toBeGreaterThan(1);
  expect(new Set(boxes.map(({ top }) => top)).size).toBeLessThan(10);
  await page.getByRole("link", { name: "Page 2" }).click();
  await expect(page).toHaveURL(/page=2/);
});

test("the list is searched, says how many it found, and what to do when it found none", async ({
  page,
  scripts,
  checkA11y,
}) => {
  await page.goto("/store/products");
  const field = page.getByRole("searchbox", { name: t("search.label") });
  await field.fill("lantern");
  if (!scripts) await field.press("Enter");
  await expect(page).toHaveURL(/keyword=lantern/);
  await expect(page.getByRole("status").filter({ hasText: /results for “lantern”/ })).toBeVisible();
  const hit = page.getByRole("link", { name: t("list.buyNamed", { name: LANTERNS }) });
  await expect(hit).toHaveAttribute("href", /#:~:text=lantern$/);
  await expect(page.getByRole("link", { name: t("list.buyNamed", { name: KIT }) })).toHaveCount(0);
  await checkA11y(page);
  await page.getByRole("searchbox").fill("zeppelin");
  await page.getByRole("searchbox").press("Enter");
  await expect(page.getByRole("heading", { name: t("search.none", { keyword: "zeppelin" }) })).toBeVisible();
  await page.getByRole("link", { name: t("search.all") }).click();
  await expect(page.getByRole("link", { name: /^Buy / })).toHaveCount(10);
});

test("the pictures of an item are chosen by the keyboard, without scripts too", async ({ page }) => {
  await openItem(page, LANTERNS);
  const shown = page.locator("main img[width='640'][height='480']");
  await expect(shown.first()).toHaveCSS("opacity", "1");
  await page.getByRole("radio", { name: t("item.view", { number: 1 }) }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: t("item.view", { number: 2 }) })).toBeChecked();
  await expect(shown.nth(1)).toHaveCSS("opacity", "1");
  await expect(shown.first()).toHaveCSS("opacity", "0");
});

/**
 * Window sizes in which the Buy button must be visible without scrolling, with the maximum fraction of the height for
 * its panel.
 */
const FIRST_VIEWS = [
  { width: 320, height: 568, most: 0.36 },
  { width: 390, height: 844, most: 0.25 },
  { width: 768, height: 1024, most: 0.25 },
  { width: 1366, height: 650, most: 1 },
  { width: 1536, height: 730, most: 1 },
  { width: 1440, height: 900, most: 1 },
];

test("the buy button is in the first view at every window size", async ({ page }) => {
  for (const { width, height, most } of FIRST_VIEWS) {
    await page.setViewportSize({ width, height });
    await openItem(page);
    const buy = page.getByRole("button", { name: t("item.buy"), exact: true });
    await expect(buy, `at ${width}`).toBeInViewport({ ratio: 1 });
    // The panel starts with the consent and ends at the bottom of the window.
    const consent = await page.getByRole("checkbox", { name: t("item.confirm") }).boundingBox();
    expect((height - (consent?.y ?? 0)) / height, `the stub at ${width}`).toBeLessThanOrEqual(most);
  }
});

test("the quantity steps, the total follows, and cancel leads back [A063.3 A063.4 A063.5 A064.2 A065.2 A355.1]", async ({
  page,
  scripts,
}) => {
  await openItem(page);
  let pages = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) pages += 1;
  });
  const quantity = page.getByLabel(t("item.quantity"), { exact: true });
  await expect(page.getByRole("button", { name: t("item.decrease") })).toBeDisabled();
  await page.getByRole("button", { name: t("item.increase") }).click();
  await page.getByRole("button", { name: t("item.increase") }).click();
  await expect(page.getByRole("button", { name: t("item.increase") })).toBeFocused();
  await expect(quantity).toHaveValue("3");
  await expect(page.getByText("72.00")).toBeVisible();
  await page.getByRole("button", { name: t("item.decrease") }).click();
  await expect(page.getByText("48.00")).toBeVisible();
  // Without scripts each step loads a page; with scripts none does.
  expect(pages).toBe(scripts ? 0 : 3);
  await expect(page.getByRole("radio", { name: t("item.paypal") })).toBeDisabled();
  await page.getByRole("link", { name: t("item.cancel"), exact: true }).click();
  await expect(page).toHaveURL(/\/store\/products$/);
});

/** Returns the Cumulative Layout Shift since the page was loaded. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const sumOf = (entries: PerformanceEntryList) =>
          entries.reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0);
        const observer = new PerformanceObserver((list) => resolve(sumOf(list.getEntries())));
        observer.observe({ type: "layout-shift", buffered: true });
        // Without an entry the observer's callback is never called.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sumOf(observer.takeRecords()))));
      }),
  );

test("@scripts-only hydration moves nothing; buying is enabled when quantity, method and consent are given [A150.1 A150.2 A150.3 A150.4]", async ({
  page,
}) => {
  await openItem(page);
  await page.reload();
  const buy = page.getByRole("button", { name: t("item.buy"), exact: true });
  // Disabled by the scripts, so the page is hydrated.
  await expect(buy).toBeDisabled();
  expect(await shiftOf(page)).toBe(0);
  const consent = page.getByRole("checkbox", { name: t("item.confirm") });
  await consent.check();
  await expect(buy).toBeDisabled();
  await consent.uncheck();
  await page.getByRole("radio", { name: t("item.card") }).check();
  await expect(buy).toBeDisabled();
  await consent.check();
  await expect(buy).toBeEnabled();
  await page.getByLabel(t("item.quantity"), { exact: true }).fill("0");
  await expect(buy).toBeDisabled();
});

test("@no-scripts the server says what is missing, then that a card needs scripts; no payment is made [A150.2 A150.3 A189.1 A189.2]", async ({
  page,
  sandbox,
  member,
  checkA11y,
}) => {
  await openItem(page);
  await page.getByRole("button", { name: t("item.buy"), exact: true }).click();
  const summary = page.getByRole("alert");
  await expect(summary.getByRole("link", { name: t("errors.method") })).toBeVisible();
  await expect(summary.getByRole("link", { name: t("errors.confirm") })).toBeVisible();
  await checkA11y(page);
  await pressBuy(page);
  await expect(page.getByText(t("item.needsScript"))).toBeVisible();
  await expect(page.getByRole("radio", { name: t("item.card") })).toBeChecked();
  expect((await sandbox.calls(member.id)).counts).not.toHaveProperty([PURCHASE]);
});

test("an item in soria is bought from the balance, or says how much is missing [A065.3]", async ({
  page,
  sandbox,
  scripts,
  signIn,
  checkA11y,
}) => {
  const press = page.getByRole("button", { name: t("item.buy"), exact: true });
  const confirm = async (quantity = "1") => {
    await openItem(page, LANTERNS);
    await expect(page.getByRole("radio", { name: t("item.balance") })).toBeChecked();
    await page.getByLabel(t("item.quantity"), { exact: true }).fill(quantity);
    // With scripts the message about the missing balance replaces the consent.
    if (quantity === "1" || !scripts) await page.getByRole("checkbox", { name: t("item.confirm") }).check();
  };
  await openItem(page, LANTERNS);
  await expect(page.getByText(/^You need 300\.00\sSoria more\.$/)).toBeVisible();
  await expect(press).toBeDisabled();
  await checkA11y(page);
  await checkA11y(page, { contrast: true, night: true });
  await signIn(page, await sandbox.makeMember({ balances: { soria: 350 } }));
  await confirm("2");
  if (scripts) {
    await expect(page.getByText(/^You need 250\.00\sSoria more\.$/)).toBeVisible();
    await expect(press).toBeDisabled();
  } else {
    await press.click();
    await expect(page.getByText(/you need 250\.00\sSoria more/)).toBeVisible();
    await expect(page.getByRole("alert").getByRole("heading")).toHaveText(
      texts("en", "errors")("code.shortSoria"),
    );
    await checkA11y(page);
  }
  await confirm();
  await expect(page.getByText(t("item.balanceAfter")).locator("..")).toContainText("50.00");
  await press.click();
  await expectBought(page, LANTERNS);
  await expect(receiptOf(page)).toContainText("−300.00");
  await checkA11y(page);
  await checkA11y(page, { contrast: true, night: true });
  // The link to that row of the history, whether it is streamed or not.
  await page.getByRole("link", { name: t("complete.history") }).click();
  await expect(page).toHaveURL(/currencyType=soria&.*#line-/);
  const line = page.getByRole("row").filter({ hasText: LANTERNS });
  await expect(line).toHaveCount(1);
  await expect(line).toBeInViewport();
  await page.goto("/store/soria-exchange");
  await expect(page.getByRole("definition").filter({ hasText: /^50\.00\sSoria$/ })).toHaveCount(1);
});

test.describe("while the purchase is made", () => {
  test.use({ allowed: [/status of 404|loading route module|dynamically imported module/] });

  test("@scripts-only a second press on the button that buys meets nothing else; a deploy in between loses no outcome", async ({
    page,
    sandbox,
    signIn,
  }) => {
    const member = await sandbox.makeMember({ balances: { soria: 1000 } });
    await signIn(page, member);
    await page.setViewportSize({ width: 390, height: 800 });
    await openItem(page, LANTERNS);
    await page.getByRole("radio", { name: t("item.balance") }).check();
    await page.getByRole("checkbox", { name: t("item.confirm") }).check();
    const buy = page.getByRole("button", { name: t("item.buy"), exact: true });
    const busy = page.getByRole("button").filter({ hasText: t("item.buying") });
    const cancel = page.getByRole("link", { name: t("item.cancel"), exact: true });
    await buy.scrollIntoViewIfNeeded();
    const before = [await buy.boundingBox(), await cancel.boundingBox()];
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route(/\/store\/products\/\d+\?/, async (route) => {
      await held;
      await route.continue();
    });
    // The next page belongs to another release, so its script is gone.
    const next = await page.evaluate(
      () => window.__remixManifest.routes["routes/store/complete/route"]?.module ?? "",
    );
    expect(next).not.toBe("");
    await page.route(`**${next}`, (route) => route.fulfill({ status: 404, body: "" }));
    const box = before[0] ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.click(x, y);
    await expect(busy).toBeVisible();
    expect([await busy.boundingBox(), await cancel.boundingBox()]).toEqual(before);
    await page.mouse.click(x, y);
    await expect(page).toHaveURL(/\/store\/products\/\d+/);
    go();
    await expectBought(page, LANTERNS);
    expect((await sandbox.calls(member.id)).counts[PURCHASE]).toBe(1);
  });
});

test("the page of an unknown item links to the store", async ({ page }) => {
  const response = await page.goto("/store/products/999999");
  expect(response?.status()).toBe(404);
  await expect(page.getByText(t("item.gone")).first()).toBeVisible();
});
