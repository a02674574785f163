/** Buttons that wait for a complete form: they keep their colour, and a press says what is missing. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import { hydrated } from "../kit/browser/hydrated";
import { KIT, LANTERNS, openItem, t } from "./store-steps";

test.beforeEach(async ({ page, speak, signIn }) => {
  await speak("en");
  await signIn(page);
});

/** Presses a button that is exposed as disabled, and expects the focus and the problem at the control. */
async function pressAndRead(button: Locator, control: Locator, problem: RegExp): Promise<void> {
  await expect(button).toBeDisabled();
  await button.click({ force: true });
  await expect(control).toBeFocused();
  await expect(control).toBeInViewport();
  await expect(control).toHaveAccessibleDescription(problem);
}

const colourOf = (button: Locator) =>
  button.evaluate((element) => {
    const { backgroundColor, borderTopStyle, color, height } = getComputedStyle(element);
    return { backgroundColor, borderTopStyle, color, height };
  });

/** Returns the button's look before the form is complete, and expects the same after `complete`. */
async function expectSameLook(button: Locator, complete: () => Promise<void>): Promise<void> {
  // A hovered button has another colour.
  await button.page().mouse.move(1, 1);
  const waiting = await colourOf(button);
  await complete();
  await expect(button).toBeEnabled();
  expect(await colourOf(button)).toEqual(waiting);
}

for (const [width, height] of [
  [1366, 650],
  [390, 844],
] as const)
  test(`the buy button keeps its colour and focuses the missing consent at ${width} px @scripts-only`, async ({
    page,
    sandbox,
    signIn,
  }) => {
    await signIn(page, await sandbox.makeMember({ balances: { soria: 3000 } }));
    await page.setViewportSize({ width, height });
    await openItem(page, LANTERNS);
    const buy = page.getByRole("button", { name: t("item.buy"), exact: true });
    const consent = page.getByRole("checkbox", { name: t("item.confirm") });
    await pressAndRead(buy, consent, /Tick the box/);
    await expect(page).not.toHaveURL(/complete/);
    await expectSameLook(buy, () => consent.check());
    await expect(page.getByText("Tick the box")).toBeHidden();
    await page.getByLabel(t("item.quantity"), { exact: true }).fill("0");
    await pressAndRead(buy, page.getByLabel(t("item.quantity"), { exact: true }), /Enter a quantity/);
  });

test("the buy button looks disabled while the balance is too small for the item", async ({
  page,
  sandbox,
  scripts,
  signIn,
}) => {
  await signIn(page, await sandbox.makeMember({ balances: { soria: 100 } }));
  await openItem(page, LANTERNS);
  if (scripts) await hydrated(page);
  const buy = page.getByRole("button", { name: t("item.buy"), exact: true });
  await expect(buy).toBeDisabled();
  expect((await colourOf(buy)).borderTopStyle).toBe("dashed");
});

test("the buy button names the first thing that is missing @scripts-only", async ({ page }) => {
  await openItem(page, KIT);
  const buy = page.getByRole("button", { name: t("item.buy"), exact: true });
  const card = page.getByRole("radio", { name: t("item.card") });
  await expect(buy).toBeDisabled();
  await buy.click({ force: true });
  await expect(card).toBeFocused();
  await expect(page.getByRole("group", { name: t("item.method") })).toHaveAccessibleDescription(/Choose/);
  await card.check();
  await pressAndRead(buy, page.getByRole("checkbox", { name: t("item.confirm") }), /Tick the box/);
  // All is ticked, but no card pays this amount.
  await page.getByRole("checkbox", { name: t("item.confirm") }).check();
  await page.getByLabel(t("item.quantity"), { exact: true }).fill("9999999");
  await pressAndRead(buy, page.getByLabel(t("item.quantity"), { exact: true }), /smaller quantity/);
});

const passwordOf = (page: Page) => ({
  change: page.getByRole("button", { name: "Change the password" }),
  old: page.getByLabel("Current password"),
  next: page.getByLabel("New password", { exact: true }),
  again: page.getByLabel("New password, again"),
});

test("the password button names the rule that is not met @scripts-only", async ({ page, member }) => {
  await page.goto("/my-page/profile");
  const { change, old, next, again } = passwordOf(page);
  await pressAndRead(change, old, /Enter your current password/);
  await old.fill(member.password);
  await pressAndRead(change, next, /Enter/);
  await next.fill("Kumo2025");
  await again.fill("Kumo2025");
  await pressAndRead(change, next, /Error: .*special character/);
  await next.fill("Kumo-2025?");
  await pressAndRead(change, again, /match/);
  await expectSameLook(change, () => again.fill("Kumo-2025?"));
  await expect(page.getByText("The two passwords do not match.")).toBeHidden();
});

test("the button that closes the account focuses the missing consent @scripts-only", async ({ page }) => {
  await page.goto("/my-page/terminate");
  const close = page.getByRole("button", { name: "Close my account" });
  const consent = page.getByRole("checkbox");
  await pressAndRead(close, consent, /./);
  await expectSameLook(close, () => consent.check());
});
