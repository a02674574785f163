/** Animations of the home page (docs/specification/statements.csv). */
import { expect, test, withPictures } from "../../kit/browser/fixtures";
import { texts } from "../../kit/data/texts";

const home = texts("ja", "home");

test.use({ ...withPictures, contextOptions: { reducedMotion: "no-preference" } });

test.describe("the home page @scripts-only", () => {
  test.beforeEach(async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: "splash", value: "seen", url: baseURL ?? "" }]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/");
  });

  test("each slide comes in when its top passes 70 % of the window [P056.2 P182.2]", async ({ page }) => {
    for (const name of ["make", "decide"]) {
      const slide = page.getByRole("region", { name: home(`${name}.title`) });
      const putTopAt = (share: number) =>
        slide.evaluate((element, at) => {
          const top = element.getBoundingClientRect().top + scrollY - innerHeight * at;
          scrollTo({ top, behavior: "instant" });
          // The observer is called after the next frame.
          return new Promise<boolean>((resolve) => {
            requestAnimationFrame(() =>
              requestAnimationFrame(() =>
                setTimeout(() => resolve(element.classList.contains("is-waiting")), 50),
              ),
            );
          });
        }, share);
      expect(await putTopAt(0.8), name).toBe(true);
      expect(await putTopAt(0.73), name).toBe(true);
      await expect.poll(() => putTopAt(0.6), name).toBe(false);
    }
  });

  test("of the two rows of marks one goes left and the other right [P058.2]", async ({ page }) => {
    const collaborators = page.getByRole("region", { name: home("collaborators.title") });
    const moves = await collaborators.evaluate((section) =>
      [...section.querySelectorAll(".marquee__row")].map((row) => {
        const [animation] = row.getAnimations();
        if (!animation) return 0;
        animation.pause();
        const [before = 0, after = 0] = [0, 1_000].map((time) => {
          animation.currentTime = time;
          return row.getBoundingClientRect().left;
        });
        return Math.sign(after - before);
      }),
    );
    expect(moves).toEqual([-1, 1]);
  });
});
