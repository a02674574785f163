import type { Page } from "@playwright/test";
import { draw } from "../../kit/data/sample";
import { expect, test, withPictures } from "../../kit/browser/fixtures";
import { faintWords, stageFaults } from "../../kit/browser/stage-measures";

test.use(withPictures);

/** Window sizes from the smallest phone to the largest desktop, including short ones. */
const windows =
  "320x568 360x640 360x800 390x844 412x732 430x932 600x960 768x1024 820x1180 568x320 740x360 844x390 932x430 " +
  "1024x768 1180x820 1280x720 1280x1024 1366x650 1440x900 1536x730 1920x800 1920x940 1920x1080 2560x1080 2560x1440";

/** One hour of each sky, and 21:00, when Akari is at the last lantern (brand/skies.css). */
const hours = [5, 8, 12, 15, 17, 18, 19, 20, 21];

/**
 * By default each window size is tested in one randomly drawn language, by day or by night. STAGE=all tests each in
 * every language.
 */
const isWhole = process.env["STAGE"] === "all";
const { some, told } = draw("STAGE", 4);
const [shift = 0] = some([0, 1, 2, 3]);

/**
 * Measures the home page in the windows of a sample, each with another sky, half of them by day and half by night.
 *
 * @param place number of the run: four cover all windows and themes
 * @returns one sentence for each fault, and the number of compared pairs
 */
async function measureWindows(
  page: Page,
  lab: Page,
  place: number,
): Promise<{ faults: string[]; count: number }> {
  // Loads with reduced motion, so without splash and film; then motion is enabled for the drawings.
  await page.goto("/", { waitUntil: "load" });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const faults: string[] = [];
  let count = 0;
  for (const [i, size] of windows.split(" ").entries()) {
    if (!isWhole && (place + i + shift) % 4 > 0) continue;
    const [width = 0, height = 0] = size.split("x").map(Number);
    const isNight = (i + place + Math.floor(i / 4)) % 2 === 1;
    await page.emulateMedia({ colorScheme: isNight ? "dark" : "light" });
    await page.setViewportSize({ width, height });
    const hour = hours[(i + place * 3) % hours.length] ?? 18;
    await page.evaluate((value) => document.documentElement.setAttribute("data-hour", String(value)), hour);
    const measured = await stageFaults(page);
    count += measured.count;
    const faint = await faintWords(page, lab, measured.words);
    faults.push(...[...measured.faults, ...faint].map((fault) => `${size}, ${hour}:00: ${fault}`));
  }
  return { faults, count };
}

// Nothing tested here depends on scripts.
for (const [place, lng] of (["ja", "en", "ko", "zh"] as const).entries()) {
  for (const visitor of ["guest", "member"] as const) {
    test(`the stage in ${lng}, ${visitor}: no word meets a drawing in any window, and it can be read @scripts-only`, async ({
      browser,
      page,
      signIn,
      speak,
    }) => {
      await speak(lng);
      if (visitor === "member") {
        await signIn(page);
        // Shows the message of the sign-in, which would cover the stage.
        await page.goto("/my-page");
      }
      console.log(`stage in ${lng}, ${visitor}: ${told}`);
      const lab = await browser.newPage();
      const { faults, count } = await measureWindows(page, lab, place);
      expect(faults).toEqual([]);
      expect(count, "pairs that were compared").toBeGreaterThan(1_200);
      await lab.close();
    });
  }
}
