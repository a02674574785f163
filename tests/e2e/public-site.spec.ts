import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

const languages = ["ja", "en", "ko", "zh"] as const;
const androidPhone =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36";
const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

for (const lng of languages) {
  test(`the introduction has its three blocks, in ${lng} [P062.1 P062.2]`, async ({ page, speak }) => {
    await speak(lng);
    await page.goto("/introduction");
    const t = texts(lng, "introduction");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("title"));
    for (const block of ["conference", "make", "rewards"]) {
      const section = page.getByRole("region", { name: t(`${block}.title`) });
      await expect(section.getByRole("img", { name: t(`${block}.picture`) })).toHaveAttribute("width", "960");
      await expect(section).toContainText(t(`${block}.text`));
    }
  });
}

test.describe("download", () => {
  test("a button without an address says coming soon, in the reader's language, English and Japanese [P077.3 P077.4]", async ({
    page,
    speak,
  }) => {
    await speak("ko");
    await page.goto("/download");
    await page.getByRole("link", { name: texts("ko", "download")("platforms.pc.action") }).click();
    const alert = page.getByRole("alert");
    for (const lng of ["ko", "en", "ja"]) {
      await expect(alert.getByText(texts(lng, "download")("comingSoon.pc"))).toHaveAttribute("lang", lng);
    }
  });

  test("the tables hold the figures of the specification [P185.1 P185.2 P185.3 P185.4]", async ({ page }) => {
    await page.goto("/download?lng=en");
    const computer = page.getByRole("table", { name: "Computer" });
    for (const figure of [
      /8th gen/,
      "GTX 1660",
      "16 GB",
      "5 GB",
      "Windows 11 x64",
      /i5, 12th gen/,
      "RTX 4060",
      "32 GB",
    ]) {
      await expect(computer).toContainText(figure);
    }
    const phone = page.getByRole("table", { name: "Phone (minimum)" });
    for (const figure of ["iPhone 12 Pro", "iOS 17", "Galaxy S20", "Android 13", "6 GB"]) {
      await expect(phone).toContainText(figure);
    }
  });

  for (const [name, userAgent, first] of [
    ["an Android phone", androidPhone, "Google Play"],
    ["an iPhone", iPhone, "App Store"],
  ] as const) {
    test.describe(name, () => {
      test.use({ userAgent });
      test("is offered its own store first", async ({ page }) => {
        await page.goto("/download?lng=en");
        await expect(page.getByRole("listitem").filter({ hasText: "For the device" })).toContainText(first);
        await expect(page.locator("main h3").first()).toHaveText(first);
      });
    });
  }
});

test.describe("legal pages", () => {
  test("the terms have all their sections, and their contents lead there [P093.1 P093.2 P093.3 P095.1 P095.3 P100.1 P102.2]", async ({
    page,
  }) => {
    await page.goto("/terms-of-use");
    const article = page.getByRole("article");
    await expect(article).toHaveAttribute("lang", "en");
    for (const title of [
      "Introduction",
      "Terms of Use",
      "Use of Service",
      "User Obligations",
      "Your Indemnification to Us",
      "Limitation of Liability",
      "Disputes and Jurisdiction",
      "General Terms",
    ]) {
      await expect(article.getByRole("heading", { level: 2, name: title, exact: false })).toHaveCount(1);
    }
    await expect(article).toContainText("1 July 2024");
    await expect(article).toContainText("laws of the Republic of Korea");
    await expect(article).toContainText("Seoul Central District Court");
    await expect(article.getByRole("region", { name: "Indemnification" }).getByRole("listitem")).toHaveCount(
      7,
    );

    await page.getByRole("navigation", { name: "目次" }).getByRole("link", { name: "Disputes" }).click();
    await expect(page).toHaveURL(/#disputes-and-jurisdiction$/);
    await expect(article.getByRole("heading", { name: "Disputes and Jurisdiction" })).toBeInViewport();
  });

  test("they print in ink, without the night, the contents and the footer", async ({ page }) => {
    await page.goto("/terms-of-use");
    await page.emulateMedia({ media: "print" });
    const head = page.getByRole("heading", { level: 1 });
    // The text color of the paper ground, not that of the night ground.
    const ink = await page.getByRole("article").evaluate((article) => getComputedStyle(article).color);
    await expect(head).toHaveCSS("color", ink);
    expect(Math.max(...(ink.match(/\d+/g) ?? ["255"]).map(Number))).toBeLessThan(100);
    await expect(page.getByRole("main").locator("[data-ground=night]").first()).toHaveCSS(
      "background-image",
      "none",
    );
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await expect(page.getByRole("navigation", { name: "目次", includeHidden: true })).toBeHidden();
  });

  test("the privacy policy names its date and the contact [P033.2 P033.3]", async ({ page }) => {
    await page.goto("/privacy-policy");
    await expect(page.getByRole("article")).toContainText("July 2024");
    await expect(page.getByRole("table", { name: "data-protection contact" })).toContainText(
      "Soria Works Co., Ltd.",
    );
  });

  test("only readers of another language are told that English is binding", async ({ page, speak }) => {
    await page.goto("/terms-of-use");
    await expect(page.getByText(texts("ja", "legal")("englishIsBinding"))).toBeVisible();
    await speak("en");
    await page.goto("/terms-of-use");
    await expect(page.getByText(texts("en", "legal")("englishIsBinding"))).toHaveCount(0);
  });
});
