/** Sentences of the account pages that go when they are over, and what a visitor typed that goes along. */
import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

const t = texts("ja", "account");
const common = texts("ja", "common");

test.describe("with scripts @scripts-only", () => {
  test("the typed e-mail address goes from the sign-in to the recovery and back", async ({ page }) => {
    await page.goto("/sign-in");
    const email = page.getByRole("textbox", { name: t("signIn.email") });
    await email.fill("taro@soria.test");
    await page.getByRole("link", { name: t("signIn.forgot") }).click();
    await expect(page).toHaveURL("/find-password");
    await expect(email).toHaveValue("taro@soria.test");
    await email.fill("hanako@soria.test");
    await page.getByRole("link", { name: t("find.back") }).click();
    await expect(page).toHaveURL("/sign-in");
    await expect(email).toHaveValue("hanako@soria.test");
  });

  test("the sign-up asks about gmial.com whether gmail.com was meant, and a press takes it", async ({
    page,
  }) => {
    await page.goto("/sign-up");
    const email = page.getByRole("textbox", { name: t("signIn.email") });
    await email.fill("taro@gmial.com");
    await page
      .getByRole("button", { name: t("emailHint.useSuggestion", { suggestion: "taro@gmail.com" }) })
      .click();
    await expect(email).toHaveValue("taro@gmail.com");
  });

  test("the message of the sign-out is removed by the next sign-in", async ({ page, member, signIn }) => {
    await signIn(page, member);
    await page.goto("/news");
    await page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>('form[action="/sign-out"]');
      form?.requestSubmit();
    });
    const message = page.getByText(t("signOut.done"));
    await expect(message).toBeVisible();
    // The pointer on it keeps it on the page.
    await message.hover();
    await page.evaluate(() => {
      document.querySelector<HTMLAnchorElement>('a[href="/sign-in"]')?.click();
    });
    await page.getByRole("textbox", { name: t("signIn.email") }).fill(member.email);
    await page.getByLabel(t("signIn.password"), { exact: true }).fill(member.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText(common("nav.signOut")).first()).toBeAttached();
    await expect(message).toHaveCount(0);
  });
});

test("the page after a reset mail says where it went and until when its link works", async ({
  page,
  member,
}) => {
  await page.goto("/find-password");
  await page.getByRole("textbox", { name: t("signIn.email") }).fill(member.email);
  await page.getByRole("button", { name: t("find.submit") }).click();
  await expect(page).toHaveURL("/find-password/email-sent");
  await expect(page.locator("main")).toContainText(member.email);
  await expect(page.locator("main")).toContainText(/リンクは\d\d:\d\dまで、1回だけ使えます。/);
});

test("an answer of the FAQ opens by its fragment, before any press @scripts-only", async ({ page }) => {
  await page.goto("/support/faq");
  const id = await page.locator("details[id^=faq-]").nth(2).getAttribute("id");
  await page.goto(`/introduction`);
  await page.goto(`/support/faq#${id}`);
  await expect(page.locator(`#${id}`)).toHaveAttribute("open", "");
});
