import type { Page } from "@playwright/test";
import { expect, test } from "../setup/fixtures";
import { accountScreens, communityScreens, detailsIn, guestScreens } from "../setup/screens";
import { texts } from "../setup/texts";

/**
 * axe finds nothing on any screen, and nothing stands there as a key instead of a text. In each language with scripts;
 * without them in Japanese: the markup is the same. By day and, in Japanese, by night. The HTML itself is checked by tests/served.
 */
const languages = ["ja", "en", "ko", "zh"] as const;

const rawKey =
  /\b(common|errors|account|my-page|store|dao|news|support|home):\w|\b(signIn|signUp|wallet|find)\.\w+/;

async function expectSound(
  page: Page,
  lng: string,
  screens: string[],
  scripts: boolean,
  checkA11y: (page: Page, options: { contrast: boolean; night?: boolean }) => Promise<void>,
) {
  const loading = texts(lng, "my-page")("loading");
  const all = [...screens];
  for (const path of all) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      // Parts that come late are there.
      await expect(page.getByText(loading)).toHaveCount(0);
      await expect(page.getByText(rawKey)).toHaveCount(0);
      await checkA11y(page, { contrast: lng === "ja", ...(lng === "ja" && scripts && { night: true }) });
      for (const detail of detailsIn(await page.content())) if (!all.includes(detail)) all.push(detail);
    });
  }
}

for (const lng of languages) {
  const tag = lng === "ja" ? "" : " @scripts-only";
  test.describe(`in ${lng}${tag}`, () => {
    test.beforeEach(({ speak }) => {
      test.slow();
      return speak(lng);
    });

    test("every screen of a guest is sound", async ({ page, scripts, checkA11y }) => {
      await expectSound(page, lng, guestScreens, scripts, checkA11y);
    });

    test("every screen of my page and the store is sound", async ({
      page,
      scripts,
      sandbox,
      signIn,
      checkA11y,
    }) => {
      await signIn(page, await sandbox.makeMember({ history: 30, orders: 12, balances: { soria: 700 } }));
      await expectSound(page, lng, accountScreens, scripts, checkA11y);
    });

    test("every screen of the DAO and of support is sound", async ({
      page,
      scripts,
      sandbox,
      signIn,
      checkA11y,
    }) => {
      await signIn(page, await sandbox.makeMember({ inquiries: [{ messages: ["a", "b"] }] }));
      await expectSound(page, lng, communityScreens, scripts, checkA11y);
    });
  });
}
