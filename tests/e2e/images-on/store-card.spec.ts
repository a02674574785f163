import { expect, test, withPictures } from "../../kit/browser/fixtures";
import {
  CAPTURE,
  cardForm,
  cards,
  challengeOf,
  dialogOf,
  expectBought,
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
});
