/**
 * Every text has enough contrast with what is behind each letter, also over drawings and gradients, which axe leaves
 * out: by day and by night, in a narrow and a wide window. One screen in eight by default; CONTRAST=all measures each.
 */
import type { Page } from "@playwright/test";
import { measureContrast } from "../../kit/browser/contrast-measures";
import { expect, test, withPictures } from "../../kit/browser/fixtures";
import { draw } from "../../kit/data/sample";
import { detailsIn, screenSets } from "../../kit/browser/screens";

test.use(withPictures);

const themes = ["light", "dark"] as const;
const widths = [390, 1366];

async function expectReadable(page: Page, lab: Page, screens: string[]): Promise<void> {
  const { isDrawn, told } = draw("CONTRAST", 8, screens.join());
  console.log(`contrast: ${told}`);
  const faint: string[] = [];
  let overPictures = 0;
  const all = [...screens];
  for (const path of all) {
    for (const theme of themes) {
      for (const width of widths) {
        if (!isDrawn()) continue;
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width, height: width < 600 ? 844 : 768 });
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        const measured = await measureContrast(page, lab);
        overPictures += measured.overPictures;
        if (told === "all") console.log(path, theme, width, measured.faint);
        faint.push(...measured.faint.map((text) => `${path}, ${theme}, ${width}: ${text}`));
        for (const detail of detailsIn(await page.content())) if (!all.includes(detail)) all.push(detail);
      }
    }
  }
  console.log(`contrast: ${overPictures} lines of text over pictures`);
  expect(faint).toEqual([]);
}

for (const { of, screens, as } of screenSets) {
  test(`every text of ${of} can be read over what is behind it @scripts-only`, async ({
    browser,
    page,
    sandbox,
    signIn,
  }) => {
    // CONTRAST=all measures up to 100 pages.
    test.setTimeout(900_000);
    if (as) await signIn(page, await sandbox.makeMember(as));
    const lab = await browser.newPage();
    await expectReadable(page, lab, screens);
    await lab.close();
  });
}

test("a text over a drawing of its own colour is found @scripts-only", async ({ browser, page }) => {
  const lab = await browser.newPage();
  await page.goto("/sign-in");
  await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
    heading.style.backgroundImage = `linear-gradient(90deg, black, ${getComputedStyle(heading).color})`;
  });
  const { faint, overPictures } = await measureContrast(page, lab);
  expect(overPictures).toBeGreaterThan(0);
  expect(faint).toEqual([expect.stringMatching(/h1\./)]);
  await lab.close();
});
