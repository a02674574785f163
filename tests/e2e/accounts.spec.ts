import type { Page } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

const PASSWORD = "Soria-2024!";
let count = 0;
const freshEmail = () => `visitor-${Date.now()}-${process.pid}-${count++}@soria.test`;

async function submitSignIn(page: Page, lng: string, email: string, password = PASSWORD) {
  const t = texts(lng, "account");
  await page.getByLabel(t("signIn.email"), { exact: true }).fill(email);
  await page.getByLabel(t("signIn.password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: t("signIn.submit") }).click();
}

test("a visitor signs up by e-mail and signs in for the first time [A007.1 A133.3]", async ({
  page,
  sandbox,
  scripts,
  speak,
  checkA11y,
}) => {
  // Different languages with and without scripts, to cover both in one run.
  const lng = scripts ? "en" : "ja";
  const t = texts(lng, "account");
  const email = freshEmail();
  /** Finds a step by the text key of its heading. */
  const step = (name: string) => page.getByRole("heading", { level: 1, name: t(name) });
  const press = (name: string) => page.getByRole("button", { name: t(name) }).click();
  await speak(lng);
  await page.goto("/sign-up");

  // Step 0: no address, a registered address, then an unregistered one. The hint next to the field names each fault.
  const address = page.getByRole("textbox", { name: t("signIn.email") });
  await press("signUp.email.submit");
  await expect(address).toHaveAccessibleDescription(new RegExp(t("emailHint.missing").slice(0, 6)));
  await address.fill("member@soria.test");
  await press("signUp.email.submit");
  await expect(page.getByRole("alert")).toContainText(t("emailHint.invalid"));
  await expect(address).toHaveValue("member@soria.test");
  await checkA11y(page);
  await address.fill(email);
  if (scripts) await expect(page.getByText(t("emailHint.success"))).toBeVisible();
  await press("signUp.email.submit");

  // Step 1: reload, back and the page's own URL stay on the step and send no second code.
  await expect(step("signUp.code.title")).toBeVisible();
  await page.reload();
  // Without scripts the previous page is a POST response, for which the browser asks before it resubmits.
  if (scripts) await page.goBack();
  await page.goto("/sign-up");
  await expect(step("signUp.code.title")).toBeVisible();
  await expect(page.getByText(new RegExp(t("code.left.minutes_other", { count: "(29|30)" })))).toBeVisible();
  const [mail, ...more] = await sandbox.mail(email);
  expect(more).toEqual([]);
  const code = page.getByLabel(t("code.label"));
  // Too early to resend: the page shows a message.
  await press("code.resend");
  await expect(page.getByRole("alert")).toBeVisible();
  await code.fill(mail?.code === "111111" ? "222222" : "111111");
  if (!scripts) await press("signUp.code.submit");
  await expect(page.getByRole("alert")).toContainText(texts(lng, "errors")("web.020"));
  await code.fill(mail?.code ?? "");
  if (!scripts) await press("signUp.code.submit");
  await expect(page.getByText(t("code.success"))).toBeVisible();
  await expect(page.getByRole("button", { name: t("code.resend") })).toBeDisabled();
  await press("signUp.code.continue");

  // Step 2: the error messages, then valid input.
  await expect(step("signUp.details.title")).toBeVisible();
  await press("signUp.details.submit");
  await expect(page.getByRole("alert").getByRole("link")).toHaveCount(5);
  await checkA11y(page);
  await page.getByLabel(t("signIn.password"), { exact: true }).fill(PASSWORD);
  await page.getByLabel(t("password.confirm"), { exact: true }).fill(PASSWORD);
  await page.getByLabel(t("name.last"), { exact: true }).fill("水野");
  await page.getByLabel(t("name.first"), { exact: true }).fill("灯");
  await page.getByLabel(t("agreement.label")).check();
  await press("signUp.details.submit");

  // Step 3: the greeting. A second tab shows the same step, with its sign-in link.
  const greeting = t("signUp.done.title", { name: "水野 灯" });
  await expect(page.getByRole("heading", { level: 1, name: greeting })).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto("/sign-up");
  await expect(tab.getByRole("link", { name: t("signUp.done.signIn") })).toBeVisible();
  await tab.close();
  await page.getByRole("link", { name: t("signUp.done.signIn") }).click();
  await submitSignIn(page, lng, email);
  await expect(page).toHaveURL("/");
  // In the profile menu and in the mobile menu.
  await expect(page.getByText(email)).toHaveCount(2);
});

test("a member requests a reset mail and sets a new password through its link [A018.3 A023.1 P038.3]", async ({
  page,
  member,
  sandbox,
  signIn,
  browser,
}) => {
  const t = texts("ja", "account");
  // Another session of the same member.
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, member);

  await page.goto("/sign-in");
  await page.getByRole("link", { name: t("signIn.forgot") }).click();
  await expect(page).toHaveURL("/find-password");
  await page.getByLabel(t("signIn.email"), { exact: true }).fill(member.email);
  await page.getByRole("button", { name: t("find.submit") }).click();
  await expect(page).toHaveURL("/find-password/email-sent");

  const [mail] = await sandbox.mail(member.email);
  const link = new URL(mail?.link ?? "");
  await page.goto(link.pathname + link.search);
  // The URL does not contain the token.
  await expect(page).toHaveURL("/change-password");
  await page.getByLabel(t("change.password"), { exact: true }).fill("Lantern-7!");
  await page.getByLabel(t("change.confirm"), { exact: true }).fill("Lantern-7!");
  await page.getByRole("button", { name: t("change.submit") }).click();
  await expect(page).toHaveURL("/change-password/complete");
  await page.getByRole("link", { name: t("changed.signIn") }).click();
  await submitSignIn(page, "ja", member.email, member.password);
  await expect(page.getByRole("alert")).toContainText("1/5");
  await submitSignIn(page, "ja", member.email, "Lantern-7!");
  await expect(page).toHaveURL("/");

  await other.goto("/my-page/profile");
  await expect(other).toHaveURL(/\/sign-in/);
  await elsewhere.close();
});

test("five wrong passwords lock the account and its sign-in form sends the unlock mail [A018.1 A118.2 A118.3 A120.1]", async ({
  page,
  member,
  sandbox,
}) => {
  const t = texts("ja", "account");
  const errors = texts("ja", "errors");
  await page.goto("/sign-in");
  for (let tries = 1; tries <= 4; tries++) {
    await submitSignIn(page, "ja", member.email, "wrong");
    await expect(page.getByRole("alert")).toContainText(`${tries}/5`);
  }
  await submitSignIn(page, "ja", member.email, "wrong");
  await expect(page.getByRole("alert")).toContainText(errors("web.002"));
  await submitSignIn(page, "ja", member.email);
  await expect(page.getByText(errors("web.011"))).toBeVisible();
  const before = (await sandbox.mail(member.email)).length;
  await page.getByRole("button", { name: t("signIn.sendUnlock") }).click();
  await expect(page.getByText(t("signIn.unlockSent"))).toBeVisible();
  expect(await sandbox.mail(member.email)).toHaveLength(before + 1);
});

test("a suspended member sees the suspension page with the remaining time [A096.3]", async ({
  page,
  sandbox,
  checkA11y,
  checkHtml,
  speak,
}) => {
  await speak("en");
  const t = texts("en", "account");
  const { email } = await sandbox.makeMember({ state: "suspended" });
  await page.goto("/sign-in");
  await submitSignIn(page, "en", email);
  await expect(page).toHaveURL("/access-denied");
  await expect(page.getByRole("heading", { level: 1, name: t("accessDenied.title") })).toBeVisible();
  await expect(page.getByText(/\d+ d \d+ h \d+ min/)).toBeVisible();
  await checkHtml(page);
  await checkA11y(page);
});

test("signing in cancels a scheduled deletion [A114.2]", async ({ page, sandbox }) => {
  const { email } = await sandbox.makeMember({ state: "leaving" });
  await page.goto("/sign-in");
  await submitSignIn(page, "ja", email);
  await expect(page).toHaveURL("/");
  await expect(page.getByText(/退会のお申し込みを取り消しました（20\d\d年\d+月\d+日/)).toBeVisible();
});

test("a page opened without its prerequisites redirects home and shows Invalid Access [A045.1 A323.1]", async ({
  page,
}) => {
  for (const path of [
    "/change-password",
    "/change-password/complete",
    "/access-denied",
    "/wpdnif",
    "/sign-up?step=1",
    "/news/abc",
  ]) {
    await page.goto(path);
    await expect(page, path).toHaveURL("/");
    await expect(page.getByText(texts("ja", "errors")("invalidAccess")), path).toBeVisible();
  }
});
