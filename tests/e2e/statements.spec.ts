/** Statements of the specification that need a browser (docs/specification/statements.csv). */
import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

const common = texts("ja", "common");

test.describe("with scripts @scripts-only", () => {
  test("a link to another page leads to its top [P042.1]", async ({ page }) => {
    await page.goto("/terms-of-use");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: common("nav.privacy") })
      .click();
    await expect(page).toHaveURL(/\/privacy-policy$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test("of language and profile one popup is open at a time [P050.5]", async ({ page, member, signIn }) => {
    await signIn(page);
    await page.goto("/introduction");
    const banner = page.getByRole("banner");
    const profile = banner.locator(`summary[aria-label*="${member.lastName}"]`);
    const language = banner.locator("summary", { hasText: "日本語" });
    const [english, terminate] = [
      page.getByRole("button", { name: "English" }).first(),
      banner.getByRole("link", { name: common("nav.terminate") }).first(),
    ];
    await profile.press("Enter");
    await expect(terminate).toBeVisible();
    await language.press("Enter");
    await expect(english).toBeVisible();
    await expect(terminate).toBeHidden();
    await profile.press("Enter");
    await expect(terminate).toBeVisible();
    await expect(english).toBeHidden();
  });
});

test("the header is eighty pixels high on a wide window [P050.6]", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/introduction");
  expect((await page.getByRole("banner").boundingBox())?.height).toBe(80);
});
