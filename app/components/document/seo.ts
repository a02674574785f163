import { shareKindOf } from "./share-picture";
import type { MetaDescriptor, MetaFunction } from "@remix-run/node";
import type { BreadcrumbList, FAQPage, NewsArticle, Organization, WebSite, WithContext } from "schema-dts";
import { brand as siteNames, company } from "#brand/brand.json";
import { paths } from "~/domain/paths";
import { withoutMarks } from "~/i18n/break-marks";
import { asLanguage, defaultLanguage, type Language, languages, languageTags } from "~/i18n/languages";

const context = "https://schema.org";

/** Structured data of a page (schema.org), checked against its published types. */
export type JsonLd = WithContext<NewsArticle | FAQPage | BreadcrumbList | Organization | WebSite>;

/** Data of the request for {@link pageMeta}. The root loader's data has this shape. */
export interface PageSeat {
  lng: Language;
  /** The site's origin, without a trailing slash; undefined: links are relative. */
  siteUrl?: string | undefined;
  path: string;
  shareAlt: string;
}

export interface PageMeta {
  /** Translated. The site's name is added, unless `fullTitle`. */
  title: string;
  /** Uses the title without the site's name: for home, whose title starts with it. */
  fullTitle?: boolean;
  /** Translated; one or two sentences. */
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

const openGraphLocales: Record<Language, string> = {
  ja: "ja_JP",
  en: "en_US",
  ko: "ko_KR",
  zh: "zh_CN",
};

/**
 * Returns the URL of a page in one language. Japanese, the default, has no parameter; the others have `lng`.
 *
 * @param path a path of the site; replaces a `lng` in its query
 * @returns an absolute URL, or a path if the origin is unknown
 */
export function addressIn(lng: Language, path: string, siteUrl = ""): string {
  const [pathname = "/", query = ""] = path.split("?", 2);
  const search = new URLSearchParams(query.split("#", 1)[0]);
  search.delete("lng");
  if (lng !== defaultLanguage) search.set("lng", lng);
  const text = search.toString();
  return `${siteUrl}${pathname.split("#", 1)[0]}${text ? `?${text}` : ""}`;
}

/** Returns the alternate links of a page: one per language and `x-default`, for the page's head and the sitemap. */
export function alternatesOf(path: string, siteUrl?: string): { hrefLang: string; href: string }[] {
  return [
    ...languages.map((lng) => ({ hrefLang: languageTags[lng], href: addressIn(lng, path, siteUrl) })),
    { hrefLang: "x-default", href: addressIn(defaultLanguage, path, siteUrl) },
  ];
}

/** Reads the root loader's data from the `matches` of a `meta` function; on an error page it may be missing. */
function seatOf(matches: readonly { id: string; data?: unknown }[]): PageSeat {
  const root = matches.find((match) => match.id === "root")?.data as Partial<PageSeat> | null | undefined;
  return {
    lng: asLanguage(root?.lng),
    siteUrl: root?.siteUrl,
    path: root?.path ?? "/",
    shareAlt: root?.shareAlt ?? siteNames[asLanguage(root?.lng)],
  };
}

/**
 * Returns all meta tags for search engines and link previews: title, description, canonical and alternate links, Open
 * Graph, JSON-LD. Every route's `meta` returns this.
 *
 * @param at the `matches` of the `meta` function (with the root loader's data), or the data itself
 */
export function pageMeta(
  at: readonly { id: string; data?: unknown }[] | PageSeat,
  page: PageMeta,
): MetaDescriptor[] {
  const { lng, siteUrl, path, shareAlt } = "lng" in at ? at : seatOf(at);
  const canonicalPath = page.canonicalPath ?? path.split("?", 1)[0] ?? "/";
  const address = addressIn(lng, canonicalPath, siteUrl);
  const siteName = siteNames[lng];
  // The texts are headlines with break marks, which do not belong here.
  const name = withoutMarks(page.title);
  const description = page.description && withoutMarks(page.description);
  const title = page.fullTitle || !name ? name || siteName : `${name} | ${siteName}`;
  const image = page.picture
    ? [
        { property: "og:image", content: page.picture },
        { property: "og:image:alt", content: name || siteName },
      ]
    : [
        { property: "og:image", content: `${siteUrl ?? ""}/og/${lng}/${shareKindOf(path)}.jpg` },
        { property: "og:image:alt", content: shareAlt },
        { property: "og:image:width", content: "1200" },
        { property: "og:image:height", content: "630" },
      ];

  const tags: MetaDescriptor[] = [{ title }];
  if (description) tags.push({ name: "description", content: description });

  if (page.noindex) {
    tags.push({ name: "robots", content: "noindex" });
    return tags;
  }

  tags.push({ tagName: "link", rel: "canonical", href: address });
  for (const alternate of alternatesOf(canonicalPath, siteUrl)) {
    tags.push({ tagName: "link", rel: "alternate", ...alternate });
  }
  if (page.feed) {
    const { path: feed, title: feedTitle } = page.feed;
    const href = addressIn(lng, feed, siteUrl);
    tags.push({
      tagName: "link",
      rel: "alternate",
      type: "application/atom+xml",
      title: withoutMarks(feedTitle),
      href,
    });
  }
  tags.push(
    { property: "og:site_name", content: siteName },
    { property: "og:type", content: page.publishedAt ? "article" : "website" },
    { property: "og:title", content: name || siteName },
    ...(description ? [{ property: "og:description", content: description }] : []),
    { property: "og:url", content: address },
    ...image,
    { property: "og:locale", content: openGraphLocales[lng] },
    ...languages
      .filter((other) => other !== lng)
      .map((other) => ({ property: "og:locale:alternate", content: openGraphLocales[other] })),
    ...(page.publishedAt ? [{ property: "article:published_time", content: page.publishedAt }] : []),
    { name: "twitter:card", content: "summary_large_image" },
  );
  for (const node of page.jsonLd ? [page.jsonLd].flat() : []) {
    tags.push({ "script:ld+json": node as never });
  }
  return tags;
}

type TextLoader = () => { title: string; description?: string };

/** `meta` of a page whose loader returns its `title` and `description`: `export { textMeta as meta } from …`. */
export const textMeta: MetaFunction<TextLoader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", description: data?.description });

/** `meta` of a page of one member or one request, whose loader returns its `title`. It is not indexed. */
export const unlistedMeta: MetaFunction<TextLoader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

const organizationId = (siteUrl: string) => `${siteUrl}/#organization`;

export function organizationLd(siteUrl = ""): JsonLd {
  return {
    "@context": context,
    "@type": "Organization",
    "@id": organizationId(siteUrl),
    name: siteNames[defaultLanguage],
    legalName: company,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icons/icon-512.png`,
  };
}

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

export function breadcrumbLd(
  { lng, siteUrl = "" }: { lng: Language; siteUrl?: string | undefined },
  steps: { name: string; path: string }[],
): JsonLd {
  return {
    "@context": context,
    "@type": "BreadcrumbList",
    itemListElement: [{ name: siteNames[lng], path: "/" }, ...steps].map(({ name, path }, index) => ({
      "@type": "ListItem" as const,
      position: index + 1,
      name: withoutMarks(name),
      item: addressIn(lng, path, siteUrl),
    })),
  };
}

export function faqLd(lng: Language, items: { question: string; html: string }[]): JsonLd {
  return {
    "@context": context,
    "@type": "FAQPage",
    inLanguage: languageTags[lng],
    mainEntity: items.map(({ question, html }) => ({
      "@type": "Question" as const,
      name: question,
      acceptedAnswer: { "@type": "Answer" as const, text: html },
    })),
  };
}

/**
 * Returns the structured data of a post, for its page. Times are ISO 8601; image URLs absolute or from the site's root.
 */
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
