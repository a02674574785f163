import type { MetaDescriptor } from "@remix-run/node";
import type { FlatNamespace, TFunction } from "i18next";
import type { BreadcrumbList, FAQPage, NewsArticle, Organization, WebSite, WithContext } from "schema-dts";
import { brand as siteNames, company } from "#brand/brand.json";
import { paths } from "~/domain/paths";
import { withoutMarks } from "~/i18n/break-marks";
import { asLanguage, defaultLanguage, type Language, languages, languageTags } from "~/i18n/languages";
import type { RootData } from "./root-data";
import { shareKindOf } from "./share-picture";

const context = "https://schema.org";

type JsonLd = WithContext<NewsArticle | FAQPage | BreadcrumbList | Organization | WebSite>;

interface PageMeta {
  /** Translated. The site's name is added, unless `fullTitle`. */
  title: string;
  /** Uses the title without the site's name: for home, whose title starts with it. */
  fullTitle?: boolean;
  description?: string | undefined;
  /** Canonical path, if it differs from the requested path (an alias, a filter). */
  canonicalPath?: string;
  /** Absolute URL of a picture that replaces the area's share picture. */
  picture?: string | undefined;
  /** For pages of one member or one request: no indexing, no alternates. */
  noindex?: boolean;
  /** Publication time of a post, ISO 8601; makes the page an article. */
  publishedAt?: string | undefined;
  jsonLd?: JsonLd | JsonLd[];
  feed?: { path: string; title: string } | undefined;
}

const openGraphLocales = { ja: "ja_JP", en: "en_US", ko: "ko_KR", zh: "zh_CN" };

/**
 * Returns the URL of a page in one language. Japanese, the default, has no parameter; the others have `lng`.
 *
 * @param path a path of the site; replaces a `lng` in its query
 * @returns an absolute URL, or a path if the origin is unknown
 */
export function addressIn(lng: Language, path: string, siteUrl = ""): string {
  const url = new URL(`https://site.invalid${path}`);
  url.searchParams.delete("lng");
  if (lng !== defaultLanguage) url.searchParams.set("lng", lng);
  return siteUrl + url.pathname + url.search;
}

/** Returns the alternate links of a page: one per language and `x-default`, for the page's head and the sitemap. */
export const alternatesOf = (path: string, siteUrl?: string): { hrefLang: string; href: string }[] => [
  ...languages.map((lng) => ({ hrefLang: languageTags[lng], href: addressIn(lng, path, siteUrl) })),
  { hrefLang: "x-default", href: addressIn(defaultLanguage, path, siteUrl) },
];

/** Starts a document's title with "Error:", which a screen reader reads first; once only. */
export function withErrorPrefix(prefix: string, title: string): string {
  if (title.startsWith(prefix)) return title;
  return `${prefix}${prefix.endsWith("：") ? "" : " "}${title}`;
}

/**
 * Returns all meta tags of a page. Every route's `meta` returns this.
 *
 * @param matches of the `meta` function; on an error page they may lack the root loader's data
 */
export function pageMeta(
  matches: readonly { id: string; data?: unknown; error?: unknown }[],
  page: PageMeta,
): MetaDescriptor[] {
  const root = matches.find(({ id }) => id === "root")?.data as Partial<RootData> | null | undefined;
  const failed = matches.find(({ error }) => error != null);
  const isFailed = failed !== undefined;
  const { siteUrl, path = "/" } = root ?? {};
  const lng = asLanguage(root?.lng);
  const canonicalPath = page.canonicalPath ?? path.split("?", 1)[0] ?? "/";
  const address = addressIn(lng, canonicalPath, siteUrl);
  const siteName = siteNames[lng];
  // The texts are headlines with break marks, which do not belong here.
  const errorTitle = root?.gone && isAbout(root.gone.key, failed?.error) ? root.gone.title : root?.errorTitle;
  const name = withoutMarks((isFailed && errorTitle) || page.title);
  const description = page.description && withoutMarks(page.description);
  const plainTitle = page.fullTitle || !name ? name || siteName : `${name} | ${siteName}`;
  const title = root?.errorPrefix ? withErrorPrefix(root.errorPrefix, plainTitle) : plainTitle;
  const { picture, feed, publishedAt, jsonLd = [] } = page;

  const tags: MetaDescriptor[] = [{ title }];
  if (description) tags.push({ name: "description", content: description });
  if (page.noindex || isFailed) return [...tags, { name: "robots", content: "noindex" }];
  const link = (rel: string, more: object) => tags.push({ tagName: "link", rel, ...more });
  const property = (name: string, content: string) => tags.push({ property: name, content });
  link("canonical", { href: address });
  for (const alternate of alternatesOf(canonicalPath, siteUrl)) link("alternate", alternate);
  if (feed) {
    const href = addressIn(lng, feed.path, siteUrl);
    link("alternate", { type: "application/atom+xml", title: withoutMarks(feed.title), href });
  }
  property("og:site_name", siteName);
  property("og:type", publishedAt ? "article" : "website");
  property("og:title", name || siteName);
  if (description) property("og:description", description);
  property("og:url", address);
  property("og:image", picture || `${siteUrl ?? ""}/og/${lng}/${shareKindOf(path)}.jpg`);
  property("og:image:alt", picture ? name || siteName : (root?.shareAlt ?? siteName));
  if (!picture) {
    property("og:image:width", "1200");
    property("og:image:height", "630");
  }
  property("og:locale", openGraphLocales[lng]);
  for (const other of languages) {
    if (other !== lng) property("og:locale:alternate", openGraphLocales[other]);
  }
  if (publishedAt) property("article:published_time", publishedAt);
  tags.push({ name: "twitter:card", content: "summary_large_image" });
  for (const node of [jsonLd].flat()) tags.push({ "script:ld+json": node as never });
  return tags;
}

/** Returns whether a thrown response has this message (server/errors/gone.server.ts). */
const isAbout = (messageKey: string, error: unknown) =>
  (error as { data?: { messageKey?: unknown } | null } | null | undefined)?.data?.messageKey === messageKey;

interface ListView {
  filters?: (string | false | null | undefined)[];
  keyword?: string | undefined;
  page?: number;
}

/** Returns the title of one view of a list: "News · Event · Page 2". */
export function listTitle(
  t: TFunction<FlatNamespace[]>,
  title: string,
  { filters = [], keyword, page = 1 }: ListView,
): string {
  const parts = [
    title,
    ...filters,
    keyword && t("common:quoted", { text: keyword }),
    page > 1 && t("common:pager.page", { page }),
  ];
  return parts.filter(Boolean).join(" · ");
}

const organizationId = (siteUrl: string) => `${siteUrl}/#organization`;

export const organizationLd = (siteUrl = ""): JsonLd => ({
  "@context": context,
  "@type": "Organization",
  "@id": organizationId(siteUrl),
  name: siteNames[defaultLanguage],
  legalName: company,
  url: `${siteUrl}/`,
  logo: `${siteUrl}/icons/icon-512.png`,
});

export function webSiteLd(lng: Language, siteUrl = ""): JsonLd {
  const search = addressIn(lng, paths.news({ keyword: "KEYWORD" }), siteUrl).replace("KEYWORD", "{keyword}");
  return {
    "@context": context,
    "@type": "WebSite",
    "@id": `${siteUrl}/#website`,
    name: siteNames[lng],
    url: addressIn(lng, "/", siteUrl),
    inLanguage: languageTags[lng],
    publisher: { "@id": organizationId(siteUrl) },
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: search },
      // Google's property for the search field; schema.org has no type for it.
      ...{ "query-input": "required name=keyword" },
    },
  };
}

export const breadcrumbLd = (
  { lng, siteUrl = "" }: { lng: Language; siteUrl?: string | undefined },
  steps: { name: string; path: string }[],
): JsonLd => ({
  "@context": context,
  "@type": "BreadcrumbList",
  itemListElement: [{ name: siteNames[lng], path: "/" }, ...steps].map(({ name, path }, index) => ({
    "@type": "ListItem" as const,
    position: index + 1,
    name: withoutMarks(name),
    item: addressIn(lng, path, siteUrl),
  })),
});

export const faqLd = (lng: Language, items: { question: string; html: string }[]): JsonLd => ({
  "@context": context,
  "@type": "FAQPage",
  inLanguage: languageTags[lng],
  mainEntity: items.map(({ question, html }) => ({
    "@type": "Question" as const,
    name: question,
    acceptedAnswer: { "@type": "Answer" as const, text: html },
  })),
});

/** Returns the structured data of a post. Times are ISO 8601; image URLs absolute or from the site's root. */
export function newsArticleLd(post: {
  lng: Language;
  siteUrl?: string | undefined;
  path: string;
  title: string;
  publishedAt?: string | undefined;
  description?: string | undefined;
  images?: string[];
}): JsonLd {
  const siteUrl = post.siteUrl ?? "";
  const siteName = siteNames[post.lng];
  const images = post.images?.length ? post.images : [`/og/${post.lng}/news.jpg`];
  return {
    "@context": context,
    "@type": "NewsArticle",
    headline: post.title,
    ...(post.publishedAt ? { datePublished: post.publishedAt } : {}),
    inLanguage: languageTags[post.lng],
    mainEntityOfPage: addressIn(post.lng, post.path, siteUrl),
    image: images.map((image) => (image.startsWith("/") ? `${siteUrl}${image}` : image)),
    ...(post.description ? { description: post.description } : {}),
    author: { "@type": "Organization", name: siteName, url: `${siteUrl}/` },
    publisher: { "@type": "Organization", name: siteName, logo: `${siteUrl}/icons/icon-512.png` },
  };
}
