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
  openItem,
  payWith,
  pressBuy,
  pressPay,
  PURCHASE,
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

test.describe("@scripts-only paying by card", () => {
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
