/**
 * The sky of every hour: texts can be read over it, it has no seam, and Akari and the lights follow the hour. Measures
 * one sky per page by default, all eight with EVENING=all.
 */
import type { Page } from "@playwright/test";
import { measureContrast } from "../../kit/browser/contrast-measures";
import { expect, test, withPictures } from "../../kit/browser/fixtures";
import { draw } from "../../kit/data/sample";
import { texts } from "../../kit/data/texts";

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

const guests = ["/", "/news", "/introduction", "/sign-in", "/nowhere", "/dao"];
const members = ["/my-page", "/store/products", "/dao/suggestions"];

for (const path of [...guests, ...members]) {
  test(`every text of ${path} can be read under each sky @scripts-only`, async ({
    browser,
    page,
    signIn,
  }) => {
    test.setTimeout(300_000);
    if (members.includes(path)) await signIn(page);
    const { some, told } = draw("EVENING", 8, path);
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

const heroOf = (page: Page, lng: "en" | "ja" = "ja") => {
  const t = texts(lng, "home");
  return page.getByRole("region", { name: `${t("hero.line1")} ${t("hero.line2")}` });
};

test("the hero has one sky, without a mask or a fading cloud bank", async ({ page }) => {
  await page.goto("/");
  const hero = heroOf(page);
  const found = await hero.evaluate((stage) => {
    const parts = stage.querySelectorAll(".stage__stars, .stage__scene, .isle, .isle__sky, .orb, .bank");
    return {
      count: parts.length,
      masked: [stage, ...parts]
        .filter((part) => getComputedStyle(part).maskImage !== "none")
        .map((part) => part.classList.value),
    };
  });
  expect(found).toEqual({ count: 7, masked: [] });
  await expect(hero).toHaveCSS("background-image", /^radial-gradient\(.*linear-gradient\(/);
  expect((await hero.boundingBox())?.width).toBe(page.viewportSize()?.width);
});

test("the hero has lit lanterns in the evening, and Akari at the place of the hour", async ({ page }) => {
  await page.goto("/");
  await page.emulateMedia({ colorScheme: "light" });
  const round = () =>
    heroOf(page).evaluate((hero) => ({
      burning: [...hero.querySelectorAll(".lamps > *")].filter(
        (lamp) => getComputedStyle(lamp).opacity === "1",
      ).length,
      akari: hero.querySelector<HTMLElement>(".akari")?.offsetLeft,
    }));
  const places = new Set<number | undefined>();
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
    const { burning, akari } = await round();
    expect(burning, `${hour}:00`).toBe(lamps);
    places.add(akari);
  }
  expect(places.size).toBe(6);
  await setHour(page, 12);
  await page.emulateMedia({ colorScheme: "dark" });
  expect((await round()).burning, "by the night theme at noon").toBe(8);
});

test("a sentence of the hero says that the lit windows count the week's news", async ({ page, speak }) => {
  await speak("en");
  await page.goto("/");
  const lit = await heroOf(page, "en").evaluate(
    (hero) => hero.querySelector("g.windows")?.childElementCount ?? NaN,
  );
  const said = texts("en", "home")(`hero.lit_${lit === 1 ? "one" : "other"}`);
  await expect(page.getByText(said.replace("{{count}}", String(lit)))).toHaveCount(lit > 0 ? 1 : 0);
});

test("the hero of a signed-in member links to their island", async ({ page, signIn }) => {
  const call = page.getByRole("link", { name: texts("ja", "home")("hero.mine") });
  await page.goto("/");
  await expect(heroOf(page)).toBeVisible();
  await expect(call).toHaveCount(0);
  await signIn(page);
  await page.goto("/");
  // The island is beside its call, not sunk into the mist below it.
  for (const size of [
    { width: 1440, height: 810 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const words = await call.getByText(texts("ja", "home")("hero.mine")).boundingBox();
    const island = await call.locator("img").boundingBox();
    const middle = (words?.y ?? NaN) + (words?.height ?? NaN) / 2;
    expect(Math.abs((island?.y ?? NaN) + (island?.height ?? NaN) / 2 - middle)).toBeLessThan(16);
  }
  await call.click();
  await expect(page).toHaveURL("/my-page");
});
