import { describe, expect, it } from "vitest";
import {
  addressIn,
  alternatesOf,
  faqLd,
  newsArticleLd,
  pageMeta,
  webSiteLd,
} from "~/components/document/seo";

const seat = {
  lng: "en" as const,
  siteUrl: "https://soria.example",
  path: "/news?page=2&lng=en",
  shareAlt: "News, an island at dusk",
};

const matches = [{ id: "root", data: seat }];

describe("addressIn", () => {
  it("gives Japanese the bare address and the others their language", () => {
    expect(addressIn("ja", "/news")).toBe("/news");
    expect(addressIn("zh", "/news", "https://a.example")).toBe("https://a.example/news?lng=zh");
  });

  it("keeps the other parameters and replaces the language", () => {
    expect(addressIn("ko", "/news?type=EVENT&lng=en")).toBe("/news?type=EVENT&lng=ko");
    expect(addressIn("ja", "/news?lng=en#top")).toBe("/news");
  });
});

describe("alternatesOf", () => {
  it("lists the four languages and the default", () => {
    expect(alternatesOf("/", "https://a.example")).toEqual([
      { hrefLang: "ja", href: "https://a.example/" },
      { hrefLang: "en", href: "https://a.example/?lng=en" },
      { hrefLang: "ko", href: "https://a.example/?lng=ko" },
      { hrefLang: "zh-Hans", href: "https://a.example/?lng=zh" },
      { hrefLang: "x-default", href: "https://a.example/" },
    ]);
  });
});

describe("pageMeta", () => {
  it("has no mark for line breaks in any tag, and says what the picture shows", () => {
    const tags = pageMeta(matches, { title: "空の\u200b島", description: "灯\u200b台" });
    expect(JSON.stringify(tags)).not.toContain("\u200b");
    expect(tags).toContainEqual({ property: "og:title", content: "空の島" });
    expect(tags).toContainEqual({ property: "og:image:alt", content: "News, an island at dusk" });
  });

  it("adds the site's name, the canonical link and the picture of the area and language", () => {
    const tags = pageMeta(matches, { title: "News", description: "What is new." });
    expect(tags).toContainEqual({ title: "News | Soria" });
    expect(tags).toContainEqual({ name: "description", content: "What is new." });
    expect(tags).toContainEqual({
      tagName: "link",
      rel: "canonical",
      href: "https://soria.example/news?lng=en",
    });
    expect(tags).toContainEqual({ property: "og:image", content: "https://soria.example/og/en/news.jpg" });
  });

  it("reads the seat from the root match, and lives without it", () => {
    const found = pageMeta(matches, { title: "News" });
    expect(found).toContainEqual({ property: "og:url", content: "https://soria.example/news?lng=en" });
    const missing = pageMeta([{ id: "root", data: undefined }], { title: "News" });
    expect(missing).toContainEqual({ tagName: "link", rel: "canonical", href: "/" });
  });

  it("points an alias at its original", () => {
    const tags = pageMeta([{ id: "root", data: { ...seat, lng: "ja", path: "/signin" } }], {
      title: "x",
      canonicalPath: "/sign-in",
    });
    expect(tags).toContainEqual({
      tagName: "link",
      rel: "canonical",
      href: "https://soria.example/sign-in",
    });
  });

  it("gives a private page a title and noindex, and nothing to follow", () => {
    expect(pageMeta(matches, { title: "My page", noindex: true })).toEqual([
      { title: "My page | Soria" },
      { name: "robots", content: "noindex" },
    ]);
  });

  it("shows a post's own picture where it is shared, and the feed it belongs to", () => {
    const picture = "https://api.example/3.png";
    const tags = pageMeta(matches, {
      title: "Kites",
      picture,
      feed: { path: "/news/feed.xml?type=EVENT", title: "Soria News" },
    });
    expect(tags.filter((tag) => "property" in tag && String(tag.property).startsWith("og:image"))).toEqual([
      { property: "og:image", content: picture },
      { property: "og:image:alt", content: "Kites" },
    ]);
    expect(tags).toContainEqual({
      tagName: "link",
      rel: "alternate",
      type: "application/atom+xml",
      title: "Soria News",
      href: "https://soria.example/news/feed.xml?type=EVENT&lng=en",
    });
  });

  it("offers search engines the site's search, and the answers with their questions", () => {
    expect(webSiteLd("ko", "https://a.example")).toMatchObject({
      potentialAction: { target: { urlTemplate: "https://a.example/news?keyword={keyword}&lng=ko" } },
    });
    expect(faqLd("ja", [{ question: "Q", html: "<p>A</p>" }])).toMatchObject({
      "@type": "FAQPage",
      mainEntity: [{ "@type": "Question", name: "Q", acceptedAnswer: { text: "<p>A</p>" } }],
    });
  });

  it("carries JSON-LD with its context", () => {
    const node = newsArticleLd({
      lng: "ja",
      siteUrl: "https://soria.example",
      path: "/news/3",
      title: "Kites",
      publishedAt: "2024-07-01T00:00:00Z",
    });
    const tags = pageMeta(matches, { title: "Kites", jsonLd: node, publishedAt: "2024-07-01T00:00:00Z" });
    expect(tags).toContainEqual({ property: "og:type", content: "article" });
    expect(tags.at(-1)).toMatchObject({
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        image: ["https://soria.example/og/ja/news.jpg"],
      },
    });
  });
});
