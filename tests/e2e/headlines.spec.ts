/** The home headline has two lines at every window size, before and after its font has loaded. */
import type { Page } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import { hasJapaneseFont } from "../kit/browser/fonts";

const windows = "320x568 390x844 768x1024 844x390 1024x768 1366x650 1536x730 1920x800 2560x1440".split(" ");

/** Sets each window size and returns a message for each span of the headline that does not have exactly one line. */
async function brokenLines(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const size of windows) {
    const [width = 0, height = 0] = size.split("x").map(Number);
    await page.setViewportSize({ width, height });
    const lines = await page.getByRole("heading", { level: 1 }).evaluate((heading) =>
      [...heading.children].map((span) => {
        const range = document.createRange();
        range.selectNodeContents(span);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
        return { text: span.textContent, count: new Set(tops).size };
      }),
    );
    expect(lines).toHaveLength(2);
    for (const { text, count } of lines) if (count !== 1) faults.push(`${size}: ${text} has ${count} lines`);
  }
  return faults;
}

const headlineFaces = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts]
      .filter(({ family, status }) => family.startsWith("Headline") && status === "loaded")
      .map(({ family }) => family);
  });

for (const lng of ["ja", "en", "ko", "zh"] as const) {
  test(`the headline in ${lng} has two lines in the fallback face and on the second visit @scripts-only`, async ({
    page,
    speak,
  }) => {
    await speak(lng);
    // The font is delayed until the first measurement.
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/headline-\w+[^/]*\.woff2$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/", { waitUntil: "domcontentloaded" });
    await page.waitForFunction(() => document.styleSheets.length > 0);
    expect(await brokenLines(page), "first visit, fallback face").toEqual([]);
    release();
    expect(await headlineFaces(page)).toEqual(lng === "en" ? [] : [`Headline ${lng}`]);
    await page.reload();
    expect(await headlineFaces(page)).toEqual(lng === "en" ? [] : [`Headline ${lng}`]);
    expect(await brokenLines(page), "second visit, headline face").toEqual([]);
    if (lng !== "ja") return;
    // A headline of two lines leaves room for the island in the lowest window.
    await page.setViewportSize({ width: 1366, height: 650 });
    const island = await page.evaluate(() =>
      document.querySelector('img[src*="/windmill-island"]')?.getBoundingClientRect().toJSON(),
    );
    expect(island?.height, "the windmill island").toBeGreaterThan(60);
    expect(island?.y).toBeLessThan(650);
  });
}

for (const path of ["/", "/introduction", "/dao"]) {
  test(`nothing on ${path} moves when the headline face arrives late @scripts-only`, async ({ page }) => {
    test.skip(!(await hasJapaneseFont(page)), "no Japanese font here, so the fallback face has other widths");
    await page.setViewportSize({ width: 390, height: 844 });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/headline-\w+[^/]*\.woff2$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.evaluate(() => {
      const shifts: number[] = [];
      const observer = new PerformanceObserver((list) =>
        shifts.push(
          ...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value),
        ),
      );
      observer.observe({ type: "layout-shift" });
      Object.assign(window, {
        sumOfShifts: async () => {
          // Two frames: the layout shift of a new font is reported after its first paint.
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          return shifts.reduce((sum, value) => sum + value, 0);
        },
      });
    });
    release();
    expect(await headlineFaces(page)).toEqual([path === "/dao" ? "Headline dao-ja" : "Headline ja"]);
    const sum = await page.evaluate(() =>
      (window as unknown as { sumOfShifts: () => Promise<number> }).sumOfShifts(),
    );
    expect(sum).toBeLessThan(0.005);
  });
}
