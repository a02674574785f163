import { expect, test } from "../setup/fixtures";

const pages = ["/", "/news", "/sign-in", "/nowhere"];

for (const path of pages) {
  test(`${path} is sound`, async ({ page, checkA11y, checkHtml }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await checkHtml(page);
    await checkA11y(page);
  });
}

test("a member who signs in is known on every page", async ({ page, signIn, member }) => {
  await page.goto("/");
  await expect(page.getByText(member.email)).toHaveCount(0);
  await signIn(page);
  await page.goto("/news");
  await expect(page.getByText(member.email)).toHaveCount(1);
});
