import type { Page } from "@playwright/test";
import { expect, test, withPictures } from "../../kit/browser/fixtures";
import { hydrated } from "../../kit/browser/hydrated";
import { intercept } from "../../kit/browser/intercept";
import { texts } from "../../kit/data/texts";
import {
  CAPTURE,
  cardForm,
  cards,
  challengeOf,
  dialogOf,
  expectBought,
  KIT,
  LANTERNS,
  openItem,
  payWith,
  pressBuy,
  pressPay,
  PURCHASE,
  receiptOf,
  t,
  typeCard,
} from "../store-steps";

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

test("an order with delivery: form, confirmation, order list", async ({
  page,
  scripts,
  checkA11y,
  checkHtml,
}) => {
  await openItem(page);
  await page.getByRole("link", { name: t("item.order") }).click();
  await page.getByRole("button", { name: t("checkout.submit") }).click();
  await expect(
    page.getByRole("alert").getByRole("link", { name: t("checkout.missing.postalCode") }),
  ).toBeVisible();
  await checkHtml(page);
  await checkA11y(page);
  const fill = (name: string, value: string) =>
    page.getByLabel(t(`checkout.${name}`), { exact: true }).fill(value);
  await fill("customerPhone", "090 1234 5678");
  await fill("shippingPhone", "+65 8123 4567");
  await fill("postalCode", "1000001");
  await fill("address", "1-1 Chiyoda");
  await fill("detailedAddress", "3F");
  await page.getByRole("radio", { name: t("checkout.methodCard") }).check();
  await page.getByRole("checkbox", { name: t("checkout.thirdParty") }).check();
  await page.getByRole("checkbox", { name: t("checkout.process") }).check();
  await page.getByRole("button", { name: t("checkout.submit") }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("confirmOrder.title") })).toBeVisible();
  await expect(page.getByText("100-0001")).toBeVisible();
  await checkA11y(page);
  await page.getByRole("button", { name: t("confirmOrder.submit") }).click();
  if (!scripts) {
    // Without scripts no card can be entered: the order waits for its payment and is listed.
    await expect(page.getByText(t("complete.status.ordered.title"))).toBeVisible();
    await checkA11y(page);
    await page.goto("/my-page/ecommerce-history");
    await expect(page.getByRole("link", { name: t("open.link") })).toBeVisible();
    return;
  }
  await typeCard(page, cards.good);
  await pressPay(page);
  await expectBought(page);
  await expect(receiptOf(page)).toContainText(t("receipt.sending"));
  await checkA11y(page);
  await page.goto("/my-page/ecommerce-history");
  const orders = page.getByRole("region", { name: texts("en", "common")("nav.orders"), exact: true });
  await expect(orders.last().getByRole("link", { name: KIT })).toHaveCount(1);
  // The order number is shown once.
  await expect(page.getByText(/ORDER-\d{8}-/)).toHaveCount(1);
  await checkA11y(page);
});

test("the exchange says first that it is a preview, works out amounts, and sends nothing [A071.2 A071.3 A192.2]", async ({
  page,
  checkA11y,
}) => {
  await page.goto("/store/products");
  await expect(page.getByText(t("list.exchangeSoon"), { exact: true })).toBeVisible();
  await page.getByRole("link", { name: t("exchange.look") }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("exchange.title") })).toBeVisible();
  await expect(page.getByText(t("list.exchangeSoon"), { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: t("exchange.nothing") })).toBeVisible();
  await expect(page.getByRole("button", { name: t("exchange.submit"), exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "+100", exact: true }).click();
  await page.getByRole("button", { name: "+50", exact: true }).click();
  await expect(page.getByLabel(t("exchange.amount"))).toHaveValue("150");
  await page.getByRole("button", { name: t("exchange.preview"), exact: true }).click();
  await checkA11y(page);
  await expect(page.getByText("850.00")).toBeVisible();
  await page.getByLabel(t("exchange.amount")).fill("55");
  await page.getByRole("button", { name: t("exchange.preview"), exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("units of 10");
  await checkA11y(page);
});

test.describe("@scripts-only paying by card", () => {
  test("the test card 4242 buys the item; the dialog keeps the focus and gives it back [A008.4 A067.1 A151.1 A151.2 A151.3 A151.6]", async ({
    page,
    sandbox,
    member,
    checkA11y,
  }) => {
    await openItem(page);
    await pressBuy(page);
    await expect(cardForm(page).getByLabel("Card number")).toBeVisible();
    // The payment is created before any card data is requested.
    expect((await sandbox.calls(member.id)).counts[PURCHASE]).toBe(1);
    await checkA11y(page);
    await expect(dialogOf(page).getByRole("heading")).toBeFocused();
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press("Tab");
      expect(
        await page.evaluate(
          () =>
            document.activeElement === document.body ||
            document.activeElement?.closest("[role=dialog]") !== null,
        ),
      ).toBe(true);
    }
    await cardForm(page).getByLabel("Card number").focus();
    // The field is removed with its iframe, and the browser may never report the end of the key press, so it is not
    // awaited.
    page.keyboard.press("Escape").catch(() => undefined);
    await expect(dialogOf(page)).toBeHidden();
    await expect(page.getByRole("button", { name: t("item.buy"), exact: true })).toBeFocused();

    await page.getByRole("button", { name: t("item.buy"), exact: true }).click();
    await typeCard(page, cards.good);
    // The card's fields are those of the provider's frame: the dialog itself has none, and the site receives none.
    await expect(dialogOf(page).locator("input, select, textarea")).toHaveCount(0);
    const { origin } = new URL(page.url());
    const received: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).origin === origin)
        received.push(`${request.url()} ${request.postData() ?? ""}`);
    });
    await pressPay(page);
    await expectBought(page);
    expect(received).not.toEqual([]);
    expect(received.filter((request) => /4242/.test(request))).toEqual([]);
    const { counts } = await sandbox.calls(member.id);
    expect([counts[PURCHASE], counts[CAPTURE]]).toEqual([1, 1]);

    // The purchase is finished: the page redirects and does not buy again.
    await page.goto("/store/products/complete");
    await expect(page).toHaveURL(/\/$/);
  });

  for (const [number, reason] of [
    [cards.declined, "declined"],
    [cards.noFunds, "insufficientFunds"],
  ] as const) {
    test(`${number} says why, and another card pays the same payment`, async ({
      page,
      sandbox,
      member,
      checkA11y,
    }) => {
      await payWith(page, number);
      await expect(dialogOf(page).getByRole("alert")).toContainText(t(`reasons.${reason}`));
      if (number === cards.declined) await checkA11y(page);
      await typeCard(page, cards.good);
      await pressPay(page);
      await expectBought(page);
      expect((await sandbox.calls(member.id)).counts[PURCHASE]).toBe(1);
    });
  }

  test("after a declined card and Escape the item says which purchase is open, and links to it", async ({
    page,
  }) => {
    await payWith(page, cards.declined);
    await expect(dialogOf(page).getByRole("alert")).toContainText(t("reasons.declined"));
    await dialogOf(page).getByRole("heading").focus();
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toBeHidden();
    const note = page
      .getByRole("main")
      .getByRole("status")
      .filter({ hasText: t("open.title") });
    await note.getByRole("link", { name: t("open.link") }).click();
    await expect(page).toHaveURL(/\/store\/products\/complete\?purchase=/);
    await expect(page.getByText(t("complete.status.cardDeclined.title"))).toBeVisible();
  });

  test("a card that is not complete is marked at its fields, and nothing is sent [A151.3]", async ({
    page,
    checkA11y,
  }) => {
    await openItem(page);
    await pressBuy(page);
    await typeCard(page, "4242 4242 4242 4241", "01/20", "1");
    await pressPay(page);
    await expect(dialogOf(page).getByText(t("reasons.invalid"))).toBeVisible();
    await expect(cardForm(page).getByLabel("Card number")).toHaveAccessibleDescription(/invalid/);
    await expect(cardForm(page).getByLabel("Card number")).toBeFocused();
    await checkA11y(page);
  });

  test("3-D Secure completed buys, in the bank's own window", async ({ page, checkA11y }) => {
    await payWith(page, cards.secure);
    await expect(challengeOf(page).getByRole("heading")).toBeVisible();
    await checkA11y(page);
    await challengeOf(page).getByRole("button", { name: "Complete authentication" }).click();
    await expectBought(page);
  });

  test("3-D Secure failed says so; begun again and left, it can be continued", async ({
    page,
    checkA11y,
  }) => {
    await payWith(page, cards.secure);
    await challengeOf(page).getByRole("button", { name: "Fail authentication" }).click();
    await expect(dialogOf(page).getByRole("alert")).toContainText(t("reasons.authentication"));
    await pressPay(page);
    await expect(challengeOf(page).getByRole("heading")).toBeVisible();
    await page.goto("/store/products");
    await page.getByRole("link", { name: t("open.link") }).click();
    await expect(page.getByRole("button", { name: t("complete.continueAction") })).toBeVisible();
    await checkA11y(page);
    await page.getByRole("button", { name: t("complete.continueAction") }).click();
    await challengeOf(page).getByRole("button", { name: "Complete authentication" }).click();
    await expectBought(page);
  });

  test("a payment in processing is shown as such, not captured, and completed when the provider has it", async ({
    page,
    sandbox,
    member,
    checkA11y,
  }) => {
    await payWith(page, cards.slow);
    await expect(page.getByText(t("complete.status.processing.title"))).toBeVisible();
    await checkA11y(page);
    await page.getByRole("button", { name: t("complete.checkAgain") }).click();
    await expect(page.getByText(t("complete.status.processing.title"))).toBeVisible();
    expect((await sandbox.calls(member.id)).counts).not.toHaveProperty([CAPTURE]);
    await expect(receiptOf(page)).toBeVisible({ timeout: 30_000 });
    expect((await sandbox.calls(member.id)).counts[CAPTURE]).toBe(1);
  });

  test("a tab that is closed between confirm and capture is captured once when the member returns", async ({
    page,
    context,
    sandbox,
    member,
    checkA11y,
  }) => {
    await page.route("**/store/products/complete?*", (route) => route.abort());
    await payWith(page, cards.good);
    // The card is charged, but the page that captures the payment cannot be loaded.
    await expect(page.getByText(texts("en", "common")("offline"))).toBeVisible();
    await page.close();
    const next = await context.newPage();
    await next.goto("/store/products");
    await expect(next.getByText(t("open.title"))).toBeVisible();
    await checkA11y(next);
    await next.getByRole("link", { name: t("open.link") }).click();
    await expectBought(next);
    expect((await sandbox.calls(member.id)).counts[CAPTURE]).toBe(1);
  });

  test("two tabs and a double click make one payment", async ({
    page,
    context,
    sandbox,
    member,
    checkA11y,
  }) => {
    const other = await context.newPage();
    await Promise.all([openItem(page), openItem(other)]);
    await page.getByRole("radio", { name: t("item.card") }).check();
    await page.getByRole("checkbox", { name: t("item.confirm") }).check();
    await page.getByRole("button", { name: t("item.buy"), exact: true }).dblclick();
    await expect(cardForm(page).getByLabel("Card number")).toBeVisible();
    // The same purchase has the same payment, also in this tab.
    await pressBuy(other);
    await typeCard(other, cards.good);
    await pressPay(other);
    await expectBought(other);
    // The payment of the first tab's card form is already completed.
    await typeCard(page, cards.good);
    await pressPay(page);
    await expect(page.getByText(t("complete.status.done.title"))).toBeVisible();
    await checkA11y(page);
    const { counts } = await sandbox.calls(member.id);
    expect([counts[PURCHASE], counts[CAPTURE]]).toEqual([1, 1]);
  });

  test("a reload at each moment leads to the same payment; it can be given up", async ({
    page,
    sandbox,
    member,
    checkA11y,
  }) => {
    await openItem(page);
    await page.reload();
    await pressBuy(page);
    await expect(cardForm(page).getByLabel("Card number")).toBeVisible();
    await page.reload();
    await page.getByRole("link", { name: t("open.link") }).click();
    await page.getByRole("button", { name: t("complete.enterCard") }).click();
    await typeCard(page, cards.declined);
    await pressPay(page);
    await expect(dialogOf(page).getByRole("alert")).toContainText(t("reasons.declined"));
    await page.reload();
    await expect(page.getByText(t("reasons.declined"))).toBeVisible();
    await checkA11y(page);
    await page.getByRole("button", { name: t("complete.drop") }).click();
    // Final after the cancellation at the API.
    await expect(page.getByText(t("outcome.declined", { name: KIT, quantity: 1 }))).toBeVisible();
    expect((await sandbox.calls(member.id)).counts[PURCHASE]).toBe(1);
  });

  test("another quantity after the dialog was closed is what is paid", async ({ page }) => {
    await openItem(page);
    await pressBuy(page);
    await expect(dialogOf(page)).toContainText(`${KIT} × 1`);
    await dialogOf(page)
      .getByRole("button", { name: t("dialog.close") })
      .click();
    await page.getByRole("button", { name: t("item.increase") }).click();
    await page.getByRole("button", { name: t("item.buy"), exact: true }).click();
    await expect(dialogOf(page)).toContainText(`${KIT} × 2`);
    await typeCard(page, cards.good);
    await pressPay(page);
    await expectBought(page, KIT, 2);
    await page.goto("/store/products");
    await expect(page.getByRole("heading", { name: t("list.heading") })).toBeVisible();
    await expect(page.getByText(t("open.title"))).toHaveCount(0);
  });

  test("a payment given up in another tab takes no card any more, and says why", async ({
    page,
    context,
    checkA11y,
  }) => {
    await openItem(page);
    await pressBuy(page);
    await typeCard(page, cards.good);
    const other = await context.newPage();
    await other.goto("/store/products/complete");
    await other.getByRole("button", { name: t("complete.drop") }).click();
    await expect(other.getByText(t("outcome.cancelled", { name: KIT, quantity: 1 }))).toBeVisible();
    await pressPay(page);
    await expect(dialogOf(page).getByRole("alert")).toContainText(t("dialog.gone"));
    await checkA11y(page);
    await dialogOf(page)
      .getByRole("link", { name: t("complete.toItem") })
      .click();
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: t("item.buy"), exact: true })).toBeVisible();
    // Back on the cancelled payment's page, which shows the cancellation.
    await other.goBack();
    await expect(other.getByText(t("complete.status.cancelled.title"))).toBeVisible();
    await expect(other.getByRole("link", { name: t("complete.tryAgain") })).toBeVisible();
    await checkA11y(other);
  });

  test("without a session no card is sent, and the dialog leads to the sign-in and back", async ({
    page,
    context,
    checkA11y,
  }) => {
    await openItem(page);
    await pressBuy(page);
    await typeCard(page, cards.good);
    await context.clearCookies();
    await pressPay(page);
    await expect(dialogOf(page).getByRole("alert")).toContainText(t("dialog.signedOut"));
    await checkA11y(page);
    await dialogOf(page)
      .getByRole("link", { name: texts("en", "common")("nav.signIn") })
      .click();
    await expect(page).toHaveURL(/\/sign-in\?redirectTo=.*complete%3Fpurchase/);
  });

  for (const [waits, number, next] of [
    ["a card", cards.declined, "complete.enterCard"],
    ["the bank", cards.secure, "complete.continueAction"],
  ] as const) {
    test(`of a payment that waits for ${waits}, a press on "cancel" that begins before hydration cancels`, async ({
      page,
      context,
    }) => {
      await payWith(page, number);
      if (number === cards.secure) await expect(challengeOf(page).getByRole("heading")).toBeVisible();
      else await expect(dialogOf(page).getByRole("alert")).toContainText(t("reasons.declined"));
      const other = await context.newPage();
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      const end = await intercept(other, ["*/assets/entry.client-*.js"], async ({ go }) => {
        await held;
        await go();
      });
      await other.goto("/store/products/complete", { waitUntil: "domcontentloaded" });
      await other.getByRole("button", { name: t("complete.drop") }).hover();
      await other.mouse.down();
      release();
      await hydrated(other);
      await expect(other.getByRole("button", { name: t(next) })).toBeVisible();
      await other.mouse.up();
      const told = number === cards.secure ? "outcome.cancelled" : "outcome.declined";
      await expect(other.getByText(t(told, { name: KIT, quantity: 1 }))).toBeVisible();
      await end();
    });
  }

  test("one given up while the bank confirms it is cancelled for good, and takes nothing", async ({
    page,
    context,
    sandbox,
    member,
  }) => {
    await openItem(page);
    await pressBuy(page);
    await typeCard(page, cards.secure);
    const other = await context.newPage();
    await other.goto("/store/products/complete");
    await expect(other.getByRole("button", { name: t("complete.drop") })).toBeVisible();
    await pressPay(page);
    const confirm = challengeOf(page).getByRole("button", { name: "Complete authentication" });
    await expect(confirm).toBeVisible();
    await other.getByRole("button", { name: t("complete.drop") }).click();
    await expect(other.getByText(t("outcome.cancelled", { name: KIT, quantity: 1 }))).toBeVisible();
    await confirm.click();
    await expect(page.getByText(t("complete.status.cancelled.title"))).toBeVisible();
    expect((await sandbox.calls(member.id)).counts).not.toHaveProperty([CAPTURE]);
  });
});
