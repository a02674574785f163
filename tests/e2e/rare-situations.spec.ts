/** States that the main journeys do not cover. */
import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

test("a visitor whose browser prefers French is offered English", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? "", locale: "fr-FR" });
  const page = await context.newPage();
  await page.goto("/news");
  await expect(page.getByRole("button", { name: /English/ }).first()).toBeVisible();
  await context.close();
});

test("page 2 of the news says so in its title @scripts-only", async ({ page }) => {
  await page.goto("/news");
  const told = page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: texts("ja", "common")("pager.page", { page: 2 }) });
  await expect(told).toHaveCount(0);
  await page.getByRole("link", { name: texts("ja", "common")("pager.next") }).click();
  await expect(told).toHaveCount(1);
});

test.describe("with an API that refuses its session", () => {
  test.use({ allowed: [/status of 401/] });
  test("a page whose API always answers 401 links to the sign-in", async ({
    page,
    sandbox,
    member,
    signIn,
  }) => {
    await signIn(page);
    await sandbox.faults([{ path: "/api/users/me/history", member: member.id, status: 401 }]);
    await page.goto("/my-page/history");
    await page
      .getByRole("main")
      .getByRole("link", { name: texts("ja", "common")("nav.signIn") })
      .click();
    const account = texts("ja", "account");
    await page.getByRole("textbox", { name: account("signIn.email") }).fill(member.email);
    await page.getByLabel(account("signIn.password"), { exact: true }).fill(member.password);
    await sandbox.faults([]);
    await page
      .getByRole("main")
      .getByRole("button", { name: account("signIn.submit"), exact: true })
      .click();
    await expect(page).toHaveURL("/my-page/history");
    await expect(page.getByRole("heading", { name: "履歴がありません" })).toBeVisible();
  });
});
