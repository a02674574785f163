/** Layout of the task pages: the figure in the page head, the sign-in form, the frame of My page. */
import { expect, test } from "../kit/browser/fixtures";

const widths = [320, 390, 719, 768, 1079, 1366, 2560];

for (const path of ["/support/faq", "/support/inquiry", "/news", "/news/3"]) {
  test(`a person stands in the head of ${path} at every width @no-scripts`, async ({ page }) => {
    await page.goto(path);
    const person = page.locator('main img[src^="/art/stand/"]');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const box = await person.boundingBox();
      expect(box?.height, `${width} px`).toBeGreaterThanOrEqual(80);
      expect((box?.x ?? 0) + (box?.width ?? 0) * 0.6, `${width} px`).toBeLessThanOrEqual(width);
    }
  });
}

test("the sign-in is above the fold of a short window, under one heading @no-scripts", async ({ page }) => {
  for (const [width, height] of [
    [1366, 650],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/sign-in");
    await expect(page.getByRole("main").getByRole("heading")).toHaveCount(1);
    const button = await page.getByRole("main").locator('button[value="sign-in"]').boundingBox();
    expect((button?.y ?? Infinity) + (button?.height ?? 0), `${width} px`).toBeLessThan(height);
  }
});

test("the island, the balances and the tabs of My page have one place on all five tabs @no-scripts", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  for (const width of [390, 768, 1366]) {
    await page.setViewportSize({ width, height: 844 });
    const places = new Set<string>();
    for (const tab of ["profile", "tools", "history", "ecommerce-history", "terminate"]) {
      await page.goto(`/my-page/${tab}`);
      const boxes = await Promise.all(
        [".member__island", ".purse", ".member .tabs-nav"].map((part) => page.locator(part).boundingBox()),
      );
      expect(boxes).not.toContain(null);
      places.add(JSON.stringify(boxes));
    }
    expect([...places], `${width} px`).toHaveLength(1);
  }
});
