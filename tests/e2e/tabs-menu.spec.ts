/** The menus of a phone: the tabs of My page and of the news (accounts-and-store.md section 2), and the header's. */
import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

test.use({ viewport: { width: 390, height: 844 } });

for (const lng of ["ja", "en"] as const) {
  test(`My page's tabs are one menu on a phone, named after the page, in ${lng} [A057.1 A057.2]`, async ({
    page,
    signIn,
    speak,
  }) => {
    const nav = texts(lng, "common");
    const my = texts(lng, "my-page");
    await signIn(page);
    await speak(lng);
    await page.goto("/my-page/profile");
    const tabs = page.getByRole("navigation", { name: my("title"), exact: true });
    await expect(tabs.getByRole("link")).toHaveCount(0);
    const menu = tabs.locator("summary");
    await expect(menu).toHaveText(nav("nav.profile"));
    await menu.click();
    await expect(tabs.getByRole("link")).toHaveCount(5);
    await expect(tabs.getByRole("link", { name: nav("nav.profile"), exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await tabs.getByRole("link", { name: my("historyTab"), exact: true }).click();
    await expect(page).toHaveURL(/\/my-page\/history/);
    await expect(menu).toHaveText(my("historyTab"));
    await expect(tabs.getByRole("link"), "the menu is closed on the next page").toHaveCount(0);
    await page.setViewportSize({ width: 1366, height: 650 });
    await expect(tabs.getByRole("link")).toHaveCount(5);
    await expect(menu).toBeHidden();
  });
}

test("the types of news are a menu on a phone [P066.2]", async ({ page }) => {
  const news = texts("ja", "news");
  await page.goto("/news");
  const types = page.getByRole("navigation", { name: news("types.label"), exact: true });
  const menu = types.locator("summary");
  await expect(menu).toHaveText(news("types.all"));
  await expect(types.getByRole("link")).toHaveCount(0);
  await menu.click();
  await expect(types.getByRole("link")).toHaveText(
    (["all", "ANNOUNCEMENT", "UPDATE", "EVENT"] as const).map((type) => news(`types.${type}`)),
  );
  await types.getByRole("link", { name: news("types.EVENT"), exact: true }).click();
  await expect(page).toHaveURL(/type=EVENT/);
  await expect(menu).toHaveText(news("types.EVENT"));
  await expect(types.getByRole("link")).toHaveCount(0);
});

test("the header's menu slides in from the edge after a press [P050.3]", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/introduction");
  const name = texts("ja", "common")("nav.menu");
  const panel = page.getByRole("navigation", { name });
  await expect(panel).toBeHidden();
  const button = page.getByRole("banner").locator(`summary[aria-label="${name}"]`);
  // The press and the look in one step: the animation takes less than a second.
  const lefts = await button.evaluate((summary) => {
    (summary as HTMLElement).click();
    const [animation] = summary.nextElementSibling?.getAnimations() ?? [];
    animation?.pause();
    return [0, 1].map((share) => {
      if (animation) animation.currentTime = share * Number(animation.effect?.getComputedTiming().endTime);
      return Math.round(summary.nextElementSibling?.getBoundingClientRect().left ?? 0);
    });
  });
  expect(lefts).toEqual([390, expect.any(Number)]);
  expect(lefts[1]).toBeLessThan(100);
  await expect(panel).toBeVisible();
});

test("on a page that is none of the tabs the menu is named after the area", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto("/dao/report?target=COMMENT&id=1");
  const area = texts("ja", "common")("nav.dao");
  const tabs = page.getByRole("main").getByRole("navigation", { name: area, exact: true });
  await expect(tabs.locator("summary")).toHaveText(area);
});

test("Escape and a press elsewhere close the menu of tabs @scripts-only", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto("/my-page/history");
  const tabs = page.getByRole("navigation", { name: texts("ja", "my-page")("title"), exact: true });
  const menu = tabs.locator("summary");
  await menu.click();
  await page.keyboard.press("Escape");
  await expect(tabs.getByRole("link")).toHaveCount(0);
  await expect(menu).toBeFocused();
  await menu.press("Enter");
  await expect(tabs.getByRole("link")).toHaveCount(5);
  await page.getByRole("region", { name: texts("ja", "my-page")("balance.label"), exact: true }).click();
  await expect(tabs.getByRole("link")).toHaveCount(0);
});
