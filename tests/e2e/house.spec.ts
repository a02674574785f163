import { expect, test } from "../setup/fixtures";

const pages = ["/", "/news", "/news/3", "/nowhere"];

for (const lng of ["ja", "en", "ko", "zh"] as const) {
  for (const path of pages) {
    test(`${path} is sound (${lng})`, async ({ page, speak, checkA11y, checkHtml }) => {
      await speak(lng);
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await checkHtml(page);
      await checkA11y(page);
    });
  }
}

test("a member who signs in is known on every page", async ({ page, signIn, member }) => {
  await page.goto("/");
  await expect(page.getByText(member.email)).toHaveCount(0);
  await signIn(page);
  await page.goto("/news");
  await expect(page.getByText(member.email)).toHaveCount(1);
});
