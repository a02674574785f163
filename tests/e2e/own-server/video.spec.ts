/** A site with configured videos (docs/decisions/0013), and the default site, which has none. */
import type { Page } from "@playwright/test";
import { expect, test as base, withPictures } from "../../kit/browser/fixtures";
import { withOwnSite } from "../../kit/browser/own-site";
import { texts } from "../../kit/data/texts";

const PLAYER = "https://player.example";
const FILMS = "https://films.example";
const languages = ["ja", "en"] as const;

const videos = { TOOLS_VIDEO_URL: `${PLAYER}/embed/tools`, PROMO_VIDEO_URL: `${FILMS}/soria.mp4` };
const test = withOwnSite(videos).extend<{ asked: string[] }>({
  /** Requests to the hosts of the videos. */
  asked: async ({ page }, use) => use(await respondForHosts(page)),
});
// One worker, and therefore one site.
test.describe.configure({ mode: "default" });
test.use(withPictures);
test.use({ allowed: [/^foreign request: (https:\/\/(player|films)\.example\/|http:\/\/localhost)/] });

async function respondForHosts(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/^https:\/\/(player|films)\.example\//, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({
      contentType: "text/html",
      body: "<!doctype html><title>Player</title><p>Film</p>",
    });
  });
  return asked;
}

for (const lng of languages) {
  const t = texts(lng, "common");

  test(`the tools' video asks its host for nothing before it is played, in ${lng}`, async ({
    page,
    scripts,
    speak,
    signIn,
    asked,
    checkA11y,
    checkHtml,
  }) => {
    const title = texts(lng, "my-page")("tools.video");
    await speak(lng);
    await signIn(page);
    await page.goto("/my-page/tools");
    await expect(page.getByText(t("video.plays"))).toBeVisible();
    await checkHtml(page);
    expect(asked).toEqual([]);
    await page.getByRole("link", { name: t("video.play") }).click();
    await expect(page.frameLocator(`iframe[title="${title}"]`).getByText("Film")).toBeVisible();
    expect(asked).toEqual([`${PLAYER}/embed/tools?autoplay=1`]);
    // The clicked link is gone; without scripts its URL shows the player. Not `toBeFocused`: while a cross-origin
    // iframe has the focus, Chromium may report that the page has none.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("title"));
    if (scripts) await expect.poll(focused).toBe(title);
    await expect(page.locator("iframe")).toBeInViewport();
    await checkA11y(page);
    await page.goBack();
    await expect(page.getByRole("link", { name: t("video.play") })).toBeVisible();
  });

  test(`the introduction's film asks its host for nothing before it is played, in ${lng} [P186.2]`, async ({
    page,
    speak,
    asked,
    checkHtml,
  }) => {
    await speak(lng);
    await page.goto("/introduction");
    const film = page.getByRole("region", { name: texts(lng, "introduction")("film.title") });
    await expect(film).toContainText(t("video.plays"));
    // Not on the page with the player: the rule against `autoplay` cannot know that the visitor pressed play.
    await checkHtml(page);
    expect(asked).toEqual([]);
    await film.getByRole("link", { name: t("video.play") }).click();
    const player = film.getByLabel(texts(lng, "introduction")("film.video"));
    await expect(player).toHaveAttribute("src", `${FILMS}/soria.mp4`);
    await expect(player).toBeInViewport();
  });

  base(
    `where no video is configured, both places say that it is coming, in ${lng}`,
    async ({ page, speak, signIn }) => {
      await speak(lng);
      await signIn(page);
      for (const path of ["/introduction", "/my-page/tools?play=1"]) {
        await page.goto(path);
        await expect(page.getByText(t("video.coming"))).toBeVisible();
        await expect(page.getByRole("link", { name: t("video.play") })).toHaveCount(0);
      }
    },
  );
}
