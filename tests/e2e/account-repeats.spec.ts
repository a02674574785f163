/**
 * Reload, back, second tab and double submit at each step of the sign-up and of the password recovery: the step stays
 * the same, nothing is lost, and no second code or account is created.
 */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import { hydrated } from "../kit/browser/hydrated";
import { texts } from "../kit/data/texts";

const t = texts("ja", "account");
const common = texts("ja", "common");
const PASSWORD = "Soria-2024!";
let count = 0;
const freshEmail = () => `again-${Date.now()}-${process.pid}-${count++}@soria.test`;
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const button = (page: Page, key: string) => page.getByRole("button", { name: t(key), exact: true });
const field = (page: Page, key: string) => page.getByLabel(t(key), { exact: true });

/** Actions of a hasty or careful visitor, tried at every step. */
const habits: Record<string, (page: Page, step: (page: Page) => Locator) => Promise<void>> = {
  "a reload": async (page, step) => {
    await page.reload();
    await expect(step(page)).toBeVisible();
  },
  "back and forth": async (page, step) => {
    await page.goto("/news");
    await page.goBack();
    await expect(step(page)).toBeVisible();
  },
  "a second tab": async (page, step) => {
    const { pathname } = new URL(page.url());
    const tab = await page.context().newPage();
    await tab.goto(pathname);
    await expect(step(tab)).toBeVisible();
    await tab.close();
    await expect(step(page)).toBeVisible();
  },
};

async function fillDetails(page: Page) {
  await field(page, "signIn.password").fill(PASSWORD);
  await field(page, "password.confirm").fill(PASSWORD);
  await field(page, "name.last").fill("水野");
  await field(page, "name.first").fill("灯");
  await page.getByLabel(t("agreement.label")).check();
}

/** Tries all habits in sequence. */
async function tryAll(page: Page, step: (page: Page) => Locator): Promise<void> {
  for (const [habit, tryIt] of Object.entries(habits)) await test.step(habit, () => tryIt(page, step));
}

test("sign-up: a reload, back, a second tab and buttons pressed twice keep every step; there is one code and one account [A185.3 A340.1]", async ({
  page,
  sandbox,
  scripts,
}) => {
  const email = freshEmail();
  const stays = (name: string) => tryAll(page, (where) => heading(where, name));
  await page.goto("/sign-up");
  await stays(t("signUp.title"));
  await page.getByRole("textbox", { name: t("signIn.email") }).fill(email);
  await button(page, "signUp.email.submit").dblclick();

  await expect(heading(page, t("signUp.code.title"))).toBeVisible();
  await stays(t("signUp.code.title"));
  const [mail, ...more] = await sandbox.mail(email);
  expect(more, "no second code").toEqual([]);
  if (scripts) {
    // The form also submits six digits automatically. Typing and clicking in one task ensures that the button still
    // exists.
    await button(page, "signUp.code.submit").evaluate((submit: HTMLButtonElement, code) => {
      const field = submit.form?.querySelector<HTMLInputElement>("input:not([type=hidden])");
      field?.focus();
      document.execCommand("insertText", false, code);
      submit.click();
    }, mail?.code ?? "");
  } else {
    await field(page, "code.label").fill(mail?.code ?? "");
    await button(page, "signUp.code.submit").dblclick();
  }

  await expect(button(page, "signUp.code.continue")).toBeVisible();
  await tryAll(page, (where) => button(where, "signUp.code.continue"));
  await button(page, "signUp.code.continue").dblclick();

  await expect(heading(page, t("signUp.details.title"))).toBeVisible();
  await stays(t("signUp.details.title"));
  await fillDetails(page);
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === "/sign-up") sent += 1;
  });
  await button(page, "signUp.details.submit").dblclick();

  const done = t("signUp.done.title", { name: "水野 灯" });
  await expect(heading(page, done), "the second press is no 'already registered'").toBeVisible();
  // Scripts submit at most once per second. Without scripts the server creates one account for both submits.
  if (scripts) expect(sent).toBe(1);
  await stays(done);
  expect(await sandbox.mail(email), "no second code").toHaveLength(1);
});

test("Enter submits the form, not the language switch of the header", async ({
  page,
  speak,
  member,
  sandbox,
}) => {
  await speak("en");
  const inEnglish = texts("en", "account");
  const [email, password] = [inEnglish("signIn.email"), inEnglish("signIn.password")];
  const fresh = freshEmail();
  await page.goto("/sign-up");
  await page.getByRole("textbox", { name: email }).fill(fresh);
  await page.getByRole("textbox", { name: email }).press("Enter");
  await expect(heading(page, inEnglish("signUp.code.title"))).toBeVisible();
  expect(await sandbox.mail(fresh)).toHaveLength(1);
  await page.goto("/find-password");
  await page.getByRole("textbox", { name: email }).fill(member.email);
  await page.getByRole("textbox", { name: email }).press("Enter");
  await expect(heading(page, inEnglish("sent.title"))).toBeVisible();
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: email }).fill(member.email);
  await page.getByRole("textbox", { name: password, exact: true }).fill(member.password);
  await page.getByRole("textbox", { name: password, exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /Soria|sky/i }).first()).toBeVisible();
  await expect(page).toHaveURL("/");
});

test("recovery: a reload, back, a second tab and a button pressed twice keep every step, and the change is made once", async ({
  page,
  member,
  sandbox,
}) => {
  await page.goto("/find-password");
  await page.getByRole("textbox", { name: t("signIn.email") }).fill(member.email);
  await button(page, "find.submit").click();
  await expect(heading(page, t("sent.title"))).toBeVisible();
  await tryAll(page, (where) => heading(where, t("sent.title")));
  const mails = await sandbox.mail(member.email);
  expect(mails).toHaveLength(1);
  const link = new URL(mails[0]?.link ?? "");
  await page.goto(link.pathname + link.search);
  await tryAll(page, (where) => heading(where, t("change.title")));
  await field(page, "change.password").fill("Lantern-7!");
  await field(page, "change.confirm").fill("Lantern-7!");
  await button(page, "change.submit").dblclick();
  await expect(heading(page, t("changed.title"))).toBeVisible();
  await tryAll(page, (where) => heading(where, t("changed.title")));
  await page.goto("/change-password");
  await expect(heading(page, t("changed.title"))).toBeVisible();
});

test("a tab with an earlier step of the sign-up is redirected to the current one, and its form for another address is refused", async ({
  page,
  sandbox,
  scripts,
}) => {
  const [email, other] = [freshEmail(), freshEmail()];
  const behind = await page.context().newPage();
  await page.goto("/sign-up");
  await page.getByRole("textbox", { name: t("signIn.email") }).fill(email);
  await button(page, "signUp.email.submit").click();
  await expect(heading(page, t("signUp.code.title"))).toBeVisible();
  await behind.goto("/sign-up");
  await expect(behind.getByText(email)).toBeVisible();
  // Late texts or scripts load the page anew, which then is the one for the other address.
  if (scripts) await hydrated(behind);

  await button(page, "signUp.code.changeEmail").click();
  await expect(page.getByRole("textbox", { name: t("signIn.email") })).toHaveValue(email);
  await page.getByRole("textbox", { name: t("signIn.email") }).fill(other);
  await button(page, "signUp.email.submit").click();
  await expect(page.getByText(other)).toBeVisible();

  await field(behind, "code.label").fill((await sandbox.mail(email))[0]?.code ?? "");
  await button(behind, "signUp.code.submit").click();
  await expect(behind.getByRole("alert")).toContainText(common("form.stale.about"));
  await expect(behind.getByText(other)).toBeVisible();
});

test("with scripts each step moves the focus to its heading @scripts-only", async ({
  page,
  member,
  sandbox,
}) => {
  const email = freshEmail();
  await page.goto("/sign-up");
  await page.getByRole("textbox", { name: t("signIn.email") }).fill(email);
  await button(page, "signUp.email.submit").click();
  await expect(heading(page, t("signUp.code.title"))).toBeFocused();
  await field(page, "code.label").fill((await sandbox.mail(email))[0]?.code ?? "");
  await expect(button(page, "signUp.code.continue")).toBeVisible();
  await expect(heading(page, t("signUp.code.title"))).toBeFocused();
  await button(page, "signUp.code.continue").click();
  await expect(heading(page, t("signUp.details.title"))).toBeFocused();
  await button(page, "signUp.details.submit").click();
  await expect(page.locator(":focus").getByRole("alert")).toBeVisible();

  await page.goto("/sign-in");
  for (let tries = 1; tries <= 6; tries++) {
    await field(page, "signIn.email").fill(member.email);
    await field(page, "signIn.password").fill("wrong");
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await button(page, "signIn.submit").click();
    await answered;
    // Wait until the response is rendered: rendering it would discard new input.
    if (tries < 6) await expect(button(page, "signIn.submit")).toBeVisible();
  }
  await expect(heading(page, t("signIn.lockedTitle"))).toBeFocused();
});
