/** Every form with text fields, with the steps that lead to it. */
import { expect, type Page } from "@playwright/test";
import type { SandboxClient } from "../kit/visitors/sandbox-client";
import { texts } from "../kit/data/texts";

const account = texts("ja", "account");

export interface ResettableForm {
  path: string;
  isMember?: true;
  /** A step that follows other steps, and a function that goes there. */
  step?: [name: string, go: (page: Page, sandbox: SandboxClient) => Promise<unknown>];
}
export const forms: ResettableForm[] = [
  { path: "/sign-in" },
  { path: "/sign-up" },
  { path: "/sign-up", step: [", the code", goToCode] },
  { path: "/sign-up", step: [", the details", goToDetails] },
  { path: "/change-password", step: [", by the mail's link", goToChange] },
  { path: "/find-password" },
  { path: "/support/inquiry" },
  { path: "/news" },
  { path: "/my-page/profile", isMember: true },
  { path: "/store/soria-exchange", isMember: true },
  { path: "/store/products/1", isMember: true },
  { path: "/store/products/3/checkout", isMember: true },
  { path: "/dao/report?target=COMMENT&id=1", isMember: true },
  { path: "/support/requests/INQUIRY", isMember: true },
];

/** Goes to the second step of the sign-up. @returns the code from the mail */
async function goToCode(page: Page, sandbox: SandboxClient): Promise<string> {
  const email = `typing-${Date.now()}-${process.pid}@soria.test`;
  await page.goto("/sign-up");
  await page.getByLabel(account("signIn.email"), { exact: true }).fill(email);
  await expect(page.getByText(account("emailHint.success"))).toBeVisible();
  await page.getByRole("button", { name: account("signUp.email.submit") }).click();
  await expect(page.getByLabel(account("code.label"))).toBeVisible();
  return (await sandbox.mail(email))[0]?.code ?? "";
}

async function goToDetails(page: Page, sandbox: SandboxClient): Promise<void> {
  const code = await goToCode(page, sandbox);
  await page.getByLabel(account("code.label")).fill(code);
  await page.getByRole("button", { name: account("signUp.code.continue") }).click();
  await expect(page.getByLabel(account("password.confirm"), { exact: true })).toBeVisible();
}

async function goToChange(page: Page, sandbox: SandboxClient): Promise<void> {
  const { email } = await sandbox.makeMember();
  await page.goto("/find-password");
  await page.getByLabel(account("signIn.email"), { exact: true }).fill(email);
  await page.getByRole("button", { name: account("find.submit") }).click();
  await expect(page).toHaveURL("/find-password/email-sent");
  const link = new URL((await sandbox.mail(email))[0]?.link ?? "");
  await page.goto(link.pathname + link.search);
  await expect(page).toHaveURL("/change-password");
}

export const fieldsOf = (page: Page) =>
  page
    .getByRole("main")
    .locator("input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=date]), textarea")
    .and(page.locator(":visible:not([readonly], [disabled], [tabindex='-1'])"));
