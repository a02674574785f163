import { expect, test } from "../setup/fixtures";
import { texts } from "../setup/texts";

const languages = ["ja", "en", "ko", "zh"] as const;
const tags = { ja: "ja", en: "en", ko: "ko", zh: "zh-Hans" };
const androidPhone =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36";
const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

for (const lng of languages) {
  test(`the introduction has its three blocks, in ${lng}`, async ({ page, speak }) => {
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
  test("a button without an address says coming soon, in the reader's language, English and Japanese", async ({
    page,
    speak,
  }) => {
    await speak("ko");
    await page.goto("/download");
    await page.getByRole("link", { name: texts("ko", "download")("platforms.pc.action") }).click();
    const answer = page.getByRole("alert");
    for (const lng of ["ko", "en", "ja"]) {
      await expect(answer.getByText(texts(lng, "download")("comingSoon.pc"))).toHaveAttribute("lang", lng);
    }
  });

  test("the tables hold the figures of the specification", async ({ page }) => {
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
  test("the terms have all their sections, and their contents lead there", async ({ page }) => {
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
    // The ink of the paper pages, not the cream of the night above them.
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

  test("the privacy policy names its date and the contact", async ({ page }) => {
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

test.describe("found and shared", { tag: "@no-scripts" }, () => {
  for (const path of ["/", "/introduction", "/news", "/download", "/support/faq", "/terms-of-use", "/dao"]) {
    test(`${path} tells search engines its languages and others its picture`, async ({ page, baseURL }) => {
      const descriptions = new Set<string | null>();
      for (const lng of languages) {
        await page.goto(`${path}?lng=${lng}`);
        const description = await page.locator('meta[name="description"]').getAttribute("content");
        descriptions.add(description);
        expect(description?.length, `description in ${lng}`).toBeGreaterThan(10);
        const address = lng === "ja" ? `${baseURL}${path}` : `${baseURL}${path}?lng=${lng}`;
        await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", address);
        await expect(page.locator('meta[property="og:url"]')).toHaveAttribute("content", address);
        for (const other of languages) {
          const alternate = page.locator(`link[rel="alternate"][hreflang="${tags[other]}"]`);
          await expect(alternate).toHaveAttribute(
            "href",
            other === "ja" ? `${baseURL}${path}` : `${baseURL}${path}?lng=${other}`,
          );
        }
      }
      expect(descriptions.size, [...descriptions].join("\n")).toBe(languages.length);
      const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
      const answer = await page.request.get(picture ?? "");
      expect(answer.status()).toBe(200);
      expect(answer.headers()["content-type"]).toBe("image/png");
    });
  }

  test("home and posts carry JSON-LD", async ({ page }) => {
    const nodes = async () =>
      (await page.locator('script[type="application/ld+json"]').allTextContents()).map(
        (text) => (JSON.parse(text) as { "@type": string })["@type"],
      );
    await page.goto("/");
    expect(await nodes()).toEqual(expect.arrayContaining(["Organization", "WebSite"]));
    const post = await page.request.get("/news");
    const [, id] = /href="\/news\/(\d+)/.exec(await post.text()) ?? [];
    await page.goto(`/news/${id}`);
    expect(await nodes()).toContain("NewsArticle");
  });

  test("the sitemap lists every language, with alternates that answer", async ({ page, baseURL }) => {
    const answer = await page.request.get("/sitemap.xml");
    expect(answer.headers()["content-type"]).toContain("xml");
    const xml = await answer.text();
    const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, loc]) => loc?.replaceAll("&amp;", "&") ?? "",
    );
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses).toContain(`${baseURL}/news?lng=zh`);
    expect(addresses.filter((address) => /\/news\/\d+$/.test(address)).length).toBeGreaterThan(10);
    expect(xml.match(/hreflang="x-default"/g)).toHaveLength(addresses.length);
    for (const address of addresses.filter((address) => !/\/news\/\d/.test(address))) {
      const page_ = await page.request.get(address, { maxRedirects: 0 });
      expect(page_.status(), address).toBe(200);
    }
  });

  test("robots.txt names the sitemap and closes what is private", async ({ page, baseURL }) => {
    const text = await (await page.request.get("/robots.txt")).text();
    expect(text).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
    expect(text).toContain("Disallow: /my-page");
    expect(text).not.toContain("Disallow: /\n");
  });

  test("private pages are not listed", async ({ page, signIn }) => {
    await signIn(page);
    for (const path of ["/my-page/profile", "/my-page/history", "/support/requests", "/not-found"]) {
      await page.goto(path);
      await expect(page.locator('meta[name="robots"]'), path).toHaveAttribute("content", /noindex/);
    }
  });
});
