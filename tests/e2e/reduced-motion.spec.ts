/** With reduced motion nothing moves by itself on any kind of page, and nothing scrolls smoothly. */
import { sampleScreens } from "../kit/data/sample";
import { expect, test } from "../kit/browser/fixtures";
import { guestKinds } from "../kit/browser/screens";

const memberKinds = [
  "/my-page",
  "/my-page/history",
  "/store/products",
  "/store/products/1",
  "/dao/suggestions",
  "/dao/suggestions/19",
  "/support/requests",
];

test("with less motion no animation runs, no film plays, and a jump is a jump @scripts-only", async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  // SCREENS=all covers every page (nightly).
  const isDrawn = sampleScreens("still screens");
  const look = async (paths: string[]) => {
    for (const path of paths.filter(isDrawn)) {
      await page.goto(path);
      const moving = await page.evaluate(() => ({
        animations: document
          .getAnimations()
          .filter(({ playState }) => playState === "running")
          .map((one) => (one instanceof CSSAnimation ? one.animationName : one.constructor.name)),
        films: [...document.querySelectorAll("video")].filter(({ paused }) => !paused).length,
        smooth: [...document.querySelectorAll("html, body, main *")]
          .filter((element) => getComputedStyle(element).scrollBehavior === "smooth")
          .map(({ tagName }) => tagName),
      }));
      expect.soft(moving, path).toEqual({ animations: [], films: 0, smooth: [] });
    }
  };
  await look(guestKinds);
  await signIn(page);
  await look(memberKinds);
});

test("the check finds animations when motion is allowed @scripts-only", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length),
    )
    .toBeGreaterThan(0);
});
