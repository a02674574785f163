/**
 * The sky of every hour: texts can be read over it, it has no seam, and Akari and the lights follow the hour. By default one
 * sky per page; EVENING=all measures all eight.
 */
import type { Page } from "@playwright/test";
import { measureContrast } from "../../setup/contrast-measures";
import { expect, test, withPictures } from "../../setup/fixtures";
import { draw } from "../../setup/sample";

test.use(withPictures);

/** One hour of each sky (brand/skies.css). */
const hours = [5, 8, 12, 15, 17, 18, 20, 23];
const setHour = (page: Page, hour: number) =>
  page.evaluate((value) => document.documentElement.setAttribute("data-hour", String(value)), hour);

test("the server writes the hour, a whole number from 0 to 23, and the browser's colour", async ({
  page,
}) => {
  await page.goto("/news");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-hour", /^(1?\d|2[0-3])$/);
  const top = await html.evaluate((element) => getComputedStyle(element).getPropertyValue("--sky-top"));
  await expect(page.locator('meta[name="theme-color"]:not([media])')).toHaveAttribute("content", top);
});

for (const path of ["/", "/news", "/introduction", "/sign-in", "/nowhere", "/dao"]) {
  test(`every text of ${path} can be read under each sky @scripts-only`, async ({ browser, page }) => {
    test.setTimeout(300_000);
    const { some, told } = draw("EVENING", 8);
    const lab = await browser.newPage();
    const faint: string[] = [];
    let overPictures = 0;
    for (const [width, height] of [
      [390, 844],
      [1366, 650],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      for (const hour of some(hours)) {
        await setHour(page, hour);
        const measured = await measureContrast(page, lab);
        overPictures += measured.overPictures;
        faint.push(...measured.faint.map((text) => `${hour}:00, ${width}: ${text}`));
      }
    }
    console.log(`evening ${path}: ${told}`);
    expect(faint).toEqual([]);
    expect(overPictures).toBeGreaterThan(0);
    await lab.close();
  });
}

test("one sky spans the hero: no mask, no picture with an edge, and no bank that fades", async ({ page }) => {
  await page.goto("/");
  const hero = page.locator(".stage");
  const found = await hero.evaluate((stage) =>
    [
      stage,
      ...stage.querySelectorAll(".stage__stars, .stage__scene, .stage__film, .isle, .isle__sky, .orb, .bank"),
    ]
      .map((element) => [element.className.toString(), getComputedStyle(element).maskImage])
      .filter(([, mask]) => mask !== "none"),
  );
  expect(found).toEqual([]);
  await expect(hero).toHaveCSS("background-image", /^radial-gradient\(.*linear-gradient\(/);
  expect(await hero.evaluate((stage) => stage.getBoundingClientRect().width)).toBe(
    page.viewportSize()?.width,
  );
});

test("the lanterns burn and Akari walks by the hour", async ({ page }) => {
  await page.goto("/");
  await page.emulateMedia({ colorScheme: "light" });
  const burning = () =>
    page
      .locator(".lamps > *")
      .evaluateAll((lamps) => lamps.filter((lamp) => getComputedStyle(lamp).opacity === "1").length);
  const place = () => page.locator(".akari").evaluate((akari) => (akari as HTMLElement).offsetLeft);
  const places = new Set<number>();
  for (const [hour, lamps] of [
    [12, 0],
    [17, 1],
    [18, 2],
    [19, 6],
    [20, 7],
    [21, 8],
    [2, 8],
    [5, 2],
    [6, 0],
  ] as const) {
    await setHour(page, hour);
    expect(await burning(), `${hour}:00`).toBe(lamps);
    places.add(await place());
  }
  expect(places.size).toBe(6);
  await setHour(page, 12);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await burning(), "by the night theme at noon").toBe(8);
});

test("a sentence says what the windows count", async ({ page }) => {
  await page.goto("/");
  const lit = Number(await page.locator(".windows").getAttribute("data-lit"));
  await expect(page.locator(".windows > *")).toHaveCount(lit);
  if (lit > 0) await expect(page.locator(".stage__lit")).toContainText(String(lit));
  else await expect(page.locator(".stage__lit")).toHaveCount(0);
});

test("a member's hero leads to their own island", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto("/");
  const link = page.locator(".mine");
  await expect(link).toBeVisible();
  await expect(page.locator(".near")).toHaveCount(0);
  await link.click();
  await expect(page).toHaveURL("/my-page");
});
