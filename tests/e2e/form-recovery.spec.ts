/**
 * After an error the visitor continues: edits, leaves and returns, reloads, submits again. Any exception on the page
 * fails the test, caught or not (tests/kit/browser/fixtures.ts). tests/routes/form-recovery.test.ts covers all forms
 * without a browser.
 */
import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

const t = texts("ja", "common");

/** One form of each kind: path, label of its button, label of a text field. */
const screens = [
  ["/sign-in", texts("ja", "account")("signIn.submit"), texts("ja", "account")("signIn.email")],
  ["/sign-up", texts("ja", "account")("signUp.email.submit"), texts("ja", "account")("signIn.email")],
  ["/my-page/profile", texts("ja", "my-page")("profile.save"), texts("ja", "account")("name.first")],
] as const;

test("each page works after a refused form @scripts-only", async ({ page, signIn }) => {
  for (const [path, name, label] of screens) {
    if (path === "/my-page/profile") await signIn(page);
    await page.goto(path);
    const button = page.getByRole("main").getByRole("button", { name, exact: true });
    const field = page.getByLabel(label, { exact: true });
    const alert = page.getByRole("main").getByRole("alert");
    // The sign-up's button waits for a good address: once hydrated, a press says at the field what is wrong.
    const hint = page.getByRole("main").getByRole("status").filter({ hasText: "メールアドレス" });
    const refusal = path === "/sign-up" ? alert.or(hint).first() : alert;
    if (path === "/my-page/profile") await field.fill("");
    await button.click();
    await expect(refusal).toBeVisible();

    await field.fill("1");
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: t("nav.terms") })
      .click();
    await expect(page).toHaveURL(/terms-of-use/);
    await page.goBack();
    await expect(field).toHaveValue("1");
    await page.reload();
    await expect(field).toHaveValue("1");
    await button.click();
    await expect(refusal).toBeVisible();
  }
});
