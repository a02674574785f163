/**
 * axe finds nothing on any screen, and no screen shows a key instead of a text. Checks every screen in Japanese by
 * day, and samples of one in two: by night, and in a random other language. Without scripts the markup is the same,
 * so the sample is one in four. SCREENS=all checks every screen in each. tests/http checks the HTML and the keys of
 * all screens.
 */
import type { Page } from "@playwright/test";
import { draw } from "../data/sample";
import { expect, test } from "./fixtures";
import { detailsIn, screenSets } from "./screens";
import { rawKey, texts } from "../data/texts";

const others = ["en", "ko", "zh"] as const;
type Language = "ja" | (typeof others)[number];

interface Walk {
  page: Page;
  scripts: boolean;
  speak: (lng: Language) => Promise<void>;
  checkA11y: (page: Page, options: { contrast: boolean; night?: boolean }) => Promise<void>;
}

async function expectSound({ page, scripts, speak, checkA11y }: Walk, screens: string[], isOther: boolean) {
  const { isDrawn, some, told } = draw("SCREENS", scripts ? 2 : 4, screens.join());
  console.log(`screens: ${told}`);
  const all = [...screens];
  for (const path of all) {
    if ((isOther || !scripts) && !isDrawn()) continue;
    for (const lng of isOther ? some(others) : (["ja"] as const)) {
      await test.step(`${path} in ${lng}`, async () => {
        await speak(lng);
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        // Waits for late parts.
        await expect(page.getByText(texts(lng, "my-page")("loading"))).toHaveCount(0);
        await expect(page.getByText(rawKey)).toHaveCount(0);
        await checkA11y(page, { contrast: !isOther, ...(!isOther && scripts && { night: isDrawn() }) });
        for (const detail of detailsIn(await page.content())) if (!all.includes(detail)) all.push(detail);
      });
    }
  }
}

/** Defines the tests that check every screen, in Japanese or in another language. */
export function everyScreenIsSound({ isOther }: { isOther: boolean }): void {
  test.beforeEach(() => test.slow());

  for (const { of, screens, as } of screenSets) {
    test(`every screen of ${of} passes axe, and has no problem on the console`, async ({
      page,
      scripts,
      speak,
      sandbox,
      signIn,
      checkA11y,
    }) => {
      if (as) await signIn(page, await sandbox.makeMember(as));
      await expectSound({ page, scripts, speak, checkA11y }, screens, isOther);
    });
  }
}
