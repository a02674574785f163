/** Transition between two pages: the mist parts, if the browser supports view transitions and motion is allowed. */
import type { Page } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import { pauseTransitions } from "../kit/browser/page-transition";
import { texts } from "../kit/data/texts";

const LONGEST_MS = 350;

/** Records the end time (ms) of each animation of the following transitions. @returns a function that reads them */
async function watchPassages(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const ends: number[] = [];
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const passage = start(update);
      void passage.ready.then(() => {
        for (const { effect } of document.getAnimations()) {
          const isPassage =
            effect instanceof KeyframeEffect && effect.pseudoElement?.includes("view-transition");
          if (isPassage) ends.push(Number(effect.getComputedTiming().endTime));
        }
      });
      return passage;
    };
    Object.assign(window, { endsOfPassages: ends });
  });
  return () => page.evaluate(() => (window as unknown as { endsOfPassages: number[] }).endsOfPassages);
}

/** Follows the footer's link to the terms. @returns the tag of the focused element */
async function follow(page: Page): Promise<string> {
  const name = texts("ja", "common")("nav.terms");
  await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL("/terms-of-use");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  return page.evaluate(() => document.activeElement?.tagName ?? "");
}

test("a page transition takes at most 350 ms and does not move the focus @scripts-only", async ({ page }) => {
  await page.goto("/news");
  const ofStill = await watchPassages(page);
  // The focus moves after the page has changed.
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  await follow(page);
  await expect.poll(focused).toBe("MAIN");
  expect(await ofStill(), "with less motion").toEqual([]);

  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/news");
  const ofMoving = await watchPassages(page);
  await follow(page);
  await expect.poll(focused).toBe("MAIN");
  await expect.poll(async () => (await ofMoving()).length).toBeGreaterThan(0);
  expect(Math.max(...(await ofMoving()))).toBeLessThan(LONGEST_MS);
});

test("a click during the transition reaches the page @scripts-only", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/news");
  await pauseTransitions(page);
  await follow(page);
  await expect(page.locator("html")).toHaveAttribute("data-passage", "paused");
  const language = page.getByRole("banner").locator("summary").filter({ hasText: "日本語" });
  const box = await language.boundingBox();
  if (!box) throw new Error("The language menu is not shown.");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByRole("banner").getByRole("button", { name: "English" })).toBeVisible();
});

test("a list changes without a page transition when only its query changes @scripts-only", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/support/faq");
  const passages = await watchPassages(page);
  const name = texts("ja", "support")("faq.types.EVENT");
  await page.getByRole("main").getByRole("link", { name }).first().click();
  await expect(page).toHaveURL("/support/faq?type=EVENT");
  expect(await passages()).toEqual([]);
});

test("documents opt into page transitions only without reduced motion @scripts-only", async ({ page }) => {
  await page.goto("/news");
  const asksFor = () =>
    page.evaluate(() => {
      const found: boolean[] = [];
      const look = (rules: CSSRuleList, isOn: boolean) => {
        for (const rule of rules) {
          if (rule.constructor.name === "CSSViewTransitionRule") found.push(isOn);
          else if (rule instanceof CSSMediaRule)
            look(rule.cssRules, isOn && matchMedia(rule.conditionText).matches);
          else if (rule instanceof CSSGroupingRule) look(rule.cssRules, isOn);
        }
      };
      for (const sheet of document.styleSheets) look(sheet.cssRules, true);
      return found;
    });
  expect(await asksFor()).toEqual([false]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await asksFor()).toEqual([true]);
});
