import type { Page } from "@playwright/test";
import { expect, test, withPictures } from "../../kit/browser/fixtures";
import { hydrated } from "../../kit/browser/hydrated";
import { pauseClock } from "../../kit/browser/pause-clock";
import { texts } from "../../kit/data/texts";

test.use(withPictures);

const languages = ["ja", "en", "ko", "zh"] as const;
const moving = { contextOptions: { reducedMotion: "no-preference" } } as const;

for (const lng of languages) {
  test(`home in ${lng}: every section can be read and reached [A009.1 P054.2 P056.1 P056.3]`, async ({
    page,
    speak,
  }) => {
    const t = texts(lng, "home");
    await speak(lng);
    await page.goto("/");
    await expect(page).toHaveTitle(t("title"));
    const heading = (level: number, name: string) => page.getByRole("heading", { level, name });
    await expect(heading(1, `${t("hero.line1")} ${t("hero.line2")}`)).toBeVisible();
    const call = page.getByRole("main").getByRole("link", { name: t("hero.access") });
    await expect(call).toHaveAttribute("href", "/download");
    for (const key of ["news", "make", "decide", "gallery", "passes", "collaborators"]) {
      await expect(heading(2, t(`${key}.title`))).toBeVisible();
    }
    await expect(heading(2, "Our Services")).toBeVisible();

    const news = page.getByRole("region", { name: t("news.list") });
    expect(await news.getByRole("listitem").count()).toBeGreaterThanOrEqual(4);
    await expect(news.getByRole("link").first()).toHaveAttribute("href", /^\/news\/\d+$/);
    const gallery = page.getByRole("region", { name: t("gallery.list") });
    await expect(gallery.getByRole("listitem")).toHaveCount(3);
    // Its end comes into view by scrolling the row, not the page.
    const scrolled = await gallery.evaluate((row) => {
      row.scrollTo({ left: row.scrollWidth, behavior: "instant" });
      return row.scrollLeft;
    });
    expect(scrolled).toBeGreaterThan(100);
    const passes = page.getByRole("region", { name: t("passes.list") }).getByRole("listitem");
    await expect(passes).toHaveCount(6);
    for (const pass of await passes.all()) await expect(pass).toBeVisible();
    for (const name of ["Kumoi Works", "Tidewright", "hoshimori", "Anelo", "Orchard Nine", "marugoto"]) {
      await expect(page.getByRole("img", { name })).toHaveCount(1);
    }
  });
}

test.describe("Our Services", () => {
  test.use(moving);

  test("is a parallax banner: its stars move against its title while the page scrolls [P056.1]", async ({
    page,
  }) => {
    await page.goto("/");
    const banner = page.getByRole("region", { name: "Our Services" });
    const title = banner.getByRole("heading", { level: 2, name: "Our Services" });
    const stars = banner.locator("> div").first();
    /** Returns how far the stars are below the title, with the banner's top at a share of the window's height. */
    const distanceAt = async (share: number) => {
      await banner.evaluate((element, at) => {
        const top = element.getBoundingClientRect().top - at * window.innerHeight;
        window.scrollBy({ top, behavior: "instant" });
      }, share);
      const [far, near] = [await stars.boundingBox(), await title.boundingBox()];
      return (far?.y ?? 0) - (near?.y ?? 0);
    };
    const entering = await distanceAt(0.8);
    await expect.poll(() => distanceAt(0)).toBeGreaterThan(entering + 16);
  });
});

test("the news row goes on and back, and stops at its ends @scripts-only [P055.3 P055.4]", async ({
  page,
}) => {
  const { back, forward } = {
    back: texts("ja", "common")("button.previous"),
    forward: texts("ja", "common")("button.next"),
  };
  await page.goto("/");
  const section = page.getByRole("region", { name: texts("ja", "home")("news.title"), exact: true });
  const previous = section.getByRole("button", { name: back });
  const next = section.getByRole("button", { name: forward });
  await expect(previous).toBeDisabled();
  await next.click();
  await expect(previous).toBeEnabled();
  await expect(async () => {
    // The row may reach its end between the two calls, and then the button takes no click.
    if (await next.isEnabled()) await next.click({ timeout: 1_500 });
    await expect(next).toBeDisabled({ timeout: 1_500 });
  }).toPass();
  // The button keeps the focus for keyboard users.
  await expect(next).toBeFocused();
  await previous.click();
  await expect(next).toBeEnabled();
});

test("home shows as many news side by side as fit into the window @scripts-only [P055.2 P186.1]", async ({
  page,
}) => {
  await page.goto("/");
  const cards = page.getByRole("region", { name: texts("ja", "home")("news.list") }).getByRole("listitem");
  for (const [width, inOneRow] of [
    [719, 1],
    [720, 2],
    [1079, 2],
    [1080, 3],
    [1279, 3],
    [1280, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await cards.first().scrollIntoViewIfNeeded();
    const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
    const whole = boxes.filter((box) => box && box.x >= 0 && Math.round(box.x + box.width) <= width);
    expect(whole, `at ${width} px`).toHaveLength(inOneRow);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test.describe("what moves", () => {
  test.use(moving);

  test("the switch stops everything, with and without scripts", async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: "splash", value: "seen", url: baseURL ?? "" }]);
    await page.goto("/");
    const row = page
      .getByRole("region", { name: texts("ja", "home")("collaborators.title") })
      .getByRole("list")
      .first()
      .locator("..");
    await expect(row).toHaveCSS("animation-play-state", "running");
    const box = page.getByLabel(texts("ja", "common")("button.pause"), { exact: true });
    await box.focus();
    await page.keyboard.press("Space");
    await expect(box).toBeChecked();
    await expect(row).toHaveCSS("animation-play-state", "paused");
    await page.keyboard.press("Space");
    await expect(row).toHaveCSS("animation-play-state", "running");
  });

  test("the passes turn once they are in view, and stop when asked @scripts-only [P057.2 P057.3 P182.1]", async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: "splash", value: "seen", url: baseURL ?? "" }]);
    await page.clock.install();
    await page.goto("/");
    const passes = page.getByRole("region", { name: texts("ja", "home")("passes.list") });
    const first = passes.getByRole("listitem").first();
    const place = () => first.evaluate((card) => card.style.getPropertyValue("--a"));
    expect(await place()).toBe("-2.5");
    const stop = page.getByLabel(texts("ja", "common")("button.pause"), { exact: true });
    await hydrated(page);
    await pauseClock(page);
    await page.clock.runFor(6_000);
    expect(await place()).toBe("-2.5");
    await passes.evaluate((fan) => fan.scrollIntoView({ block: "center" }));
    const afterMs = async (ms: number) => {
      await page.clock.runFor(ms);
      return place();
    };
    // The first step says when the turning began, to 200 ms.
    let turned = "-2.5";
    for (let tries = 0; tries < 60 && turned === "-2.5"; tries += 1) turned = await afterMs(100);
    expect(turned).not.toBe("-2.5");
    expect(await afterMs(1_700)).toBe(turned);
    await page.clock.runFor(300);
    await expect.poll(place).not.toBe(turned);
    // Six steps bring the card back after 12 s, not before and not later.
    expect(await afterMs(9_800)).not.toBe(turned);
    await page.clock.runFor(300);
    await expect.poll(place).toBe(turned);
    await stop.check({ force: true });
    const stopped = await place();
    await expect(stop).toBeChecked();
    expect(await afterMs(4_000)).toBe(stopped);
  });

  test("no splash in the middle of a visit that began elsewhere @scripts-only", async ({ page }) => {
    await page.goto("/terms-of-use");
    await page.goto("/", { waitUntil: "load" });
    await expect(page.locator("#splash")).toBeHidden();
  });

  test.describe("the splash @scripts-only", () => {
    // The page's clock is paused and only advanced by the test, so that a slow machine does not affect the splash.
    test.beforeEach(async ({ page }) => {
      await page.clock.install({ time: 0 });
      await page.clock.pauseAt(60_000);
    });

    const shown = (state: string | undefined) => async (page: Page) =>
      expect(page.locator("#splash")).toHaveAttribute("data-state", state ?? "");

    test("is skipped by a key, and not shown twice [P110.1]", async ({ page }) => {
      await page.goto("/", { waitUntil: "load" });
      await shown("on")(page);
      const globe = page.locator("#splash img[src*=globe-land]").first();
      await expect
        .poll(() => globe.evaluate((img) => img.checkVisibility({ checkOpacity: true })))
        .toBe(true);
      const moves = await page.locator("#splash").evaluate((splash) => ({
        stars: splash.getAnimations({ subtree: true }).flatMap((animation) => {
          const { target } = animation.effect as KeyframeEffect;
          return target && getComputedStyle(target).backgroundImage.includes("stars") ? [1] : [];
        }).length,
        land: splash.querySelector("img[src*=globe-land]")?.getAnimations().length,
      }));
      // Two layers of stars fly and shine, and the land of the globe turns.
      expect(moves).toEqual({ stars: 4, land: 1 });
      await page.keyboard.press("Escape");
      await shown("off")(page);
      await page.clock.runFor(2_500);
      await expect(page.locator("#splash")).toBeHidden();
      await page.reload({ waitUntil: "load" });
      await expect(page.locator("#splash")).toBeHidden();
    });

    test("covers the page while it is active [P110.4]", async ({ page }) => {
      await page.goto("/", { waitUntil: "load" });
      await shown("on")(page);
      const top = await page.evaluate(() =>
        [0.02, 0.5, 0.98].flatMap((x) =>
          [0.02, 0.5, 0.98].map((y) =>
            Boolean(document.elementFromPoint(innerWidth * x, innerHeight * y)?.closest("#splash")),
          ),
        ),
      );
      expect(top).toEqual(Array.from({ length: 9 }, () => true));
      // Nothing shows through: no colour of its lowest layer has an alpha.
      const layers = await page.evaluate(() => {
        const splash = document.querySelector("#splash") ?? document.body;
        return getComputedStyle(splash, "::before").backgroundImage;
      });
      expect(layers.slice(layers.lastIndexOf("linear-gradient"))).not.toMatch(/rgba|transparent| \/ /);
    });

    test("is skipped by its button, which presses nothing below it", async ({ page }) => {
      await page.goto("/", { waitUntil: "load" });
      await page.getByRole("button", { name: texts("ja", "common")("splash.skip") }).click();
      await shown("off")(page);
      await expect(page.getByLabel(texts("ja", "common")("button.pause"), { exact: true })).not.toBeChecked();
      await expect(page).toHaveURL("/");
    });

    test("ends by itself: 4000 ms, and 2500 ms of fading [A108.1 P110.2 P110.5 P183.1]", async ({ page }) => {
      await page.goto("/", { waitUntil: "load" });
      await page.mouse.move(200, 200);
      await page.mouse.wheel(0, 100);
      await page.clock.runFor(3_999);
      await shown("on")(page);
      await page.clock.runFor(1);
      await shown("off")(page);
      await page.clock.runFor(2_499);
      await expect(page.locator("#splash")).toBeVisible();
      await page.clock.runFor(1);
      await expect(page.locator("#splash")).toBeHidden();
    });
  });
});

test("no splash for those who want less motion, or have no scripts [A108.1]", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("#splash")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
