import type { Page } from "@playwright/test";
import { type Member, PASSWORD } from "../../tests/kit/visitors/sandbox-client";

/** Signs a member in by the form, which works without scripts too. */
export async function signInPage(page: Page, member: Member): Promise<void> {
  await page.goto("/sign-in");
  await page.locator("input[type=email]").fill(member.email);
  await page.locator("input[type=password]").fill(PASSWORD);
  await page.locator("input[type=password]").press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}
