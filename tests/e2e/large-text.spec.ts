/**
 * Text of 150 and 200 % on a phone of 360 px: every screen stays in its window, and nothing lies over words. The run
 * prints how wide each screen is.
 */
import { expect, test } from "../kit/browser/fixtures";
import { setLetters } from "../kit/browser/access-measures";
import { largeTextFaults, smallFields } from "../kit/browser/large-text";
import { detailsIn, screenSets } from "../kit/browser/screens";

const PHONE = { width: 360, height: 740 };
/** What a browser calls 150 and 200 %: its default size of text, in px. */
const SIZES_PX = [24, 32];
/** Korean and Chinese have the same layout and texts of similar length: the larger size is enough. */
const sizesOf = (lng: string) => (lng === "ko" || lng === "zh" ? SIZES_PX.slice(-1) : SIZES_PX);
const USUAL_PX = 16;

for (const lng of ["ja", "en", "ko", "zh"] as const)
  for (const { name, of, screens, as } of screenSets)
    test(`large text: every screen of ${of} keeps its words in the window and apart, in ${lng} @scripts-only`, async ({
      page,
      sandbox,
      signIn,
      speak,
    }) => {
      await page.setViewportSize(PHONE);
      await speak(lng);
      const all = [...screens];
      if (as) {
        await signIn(page, await sandbox.makeMember(as));
        for (const path of screens)
          if (/products|history|requests/.test(path))
            all.push(...detailsIn(await (await page.request.get(path)).text()));
        if (name === "account") all.push("/store/products/3/checkout");
      }
      const widths: string[] = [];
      for (const path of new Set(all)) {
        await page.goto(path);
        expect.soft(await smallFields(page), `${path}: fields that phones zoom into`).toEqual([]);
        for (const size of sizesOf(lng)) {
          await setLetters(page, size);
          expect.soft(await largeTextFaults(page), `${path} at ${size} px`).toEqual([]);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          widths.push(`${path} ${(size / USUAL_PX) * 100} %: ${width} px`);
        }
        await setLetters(page, USUAL_PX);
      }
      console.log(`${lng}: ${widths.join(", ")}`);
    });

test("the buy bar is sticky while it takes less than a third of the window @scripts-only", async ({
  page,
  sandbox,
  signIn,
}) => {
  await signIn(page, await sandbox.makeMember({ balances: { soria: 3000 } }));
  await page.setViewportSize(PHONE);
  await page.goto("/store/products/1");
  const buy = page.getByRole("main").getByRole("button", { name: "購入する" });
  await expect(buy).toBeInViewport({ ratio: 1 });
  await setLetters(page, 32);
  // In the flow now: below what it would have covered.
  await expect(buy).not.toBeInViewport();
  await buy.scrollIntoViewIfNeeded();
  await expect(buy).toBeInViewport({ ratio: 1 });
  await setLetters(page, USUAL_PX);
  await page.setViewportSize({ width: 740, height: 360 });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(buy).not.toBeInViewport();
});
