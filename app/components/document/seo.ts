import { shareKindOf } from "./share-picture";
import type { MetaDescriptor } from "@remix-run/node";
import type { BreadcrumbList, FAQPage, NewsArticle, Organization, WebSite, WithContext } from "schema-dts";
import { paths } from "~/domain/paths";
import { withoutMarks } from "~/i18n/break-marks";
import { asLanguage, defaultLanguage, type Language, languages, languageTags } from "~/i18n/languages";

/** The site's name, as titles and `og:site_name` carry it. */
const siteName = "Soria";

const context = "https://schema.org";

/** What pages say of themselves to search engines, as schema.org has it: the compiler holds it to its published types. */
export type JsonLd = WithContext<NewsArticle | FAQPage | BreadcrumbList | Organization | WebSite>;

/** What {@link pageMeta} needs to know of the request. The root loader's data has this shape. */
export interface PageSeat {
  lng: Language;
  /** The site's own origin, without a slash at its end. Undefined: links stay relative to the page. */
  siteUrl?: string | undefined;
  /** The path that was asked for, with or without its query. */
  path: string;
  /** What the picture of the page's area shows, in words. */
  shareAlt: string;
}

export interface PageMeta {
  /** Translated. The site's name is added, unless `fullTitle`. */
  title: string;
  /** Takes the title as it is: for home, whose title begins with the name. */
  fullTitle?: boolean;
  /** Translated; one or two sentences. */
  description?: string | undefined;
  /** The address that stands for this page, when it is not the one that was asked for (an alias, a filter). */
  canonicalPath?: string;
  /** The page's own picture in place of that of its area: an absolute address. */
  picture?: string | undefined;
  /** For pages of one member or one request: no search engine, no alternates. */
  noindex?: boolean;
  /** For a post: its time makes the page an article. ISO 8601. */
  publishedAt?: string | undefined;
  jsonLd?: JsonLd | JsonLd[];
  /** The feed to which this page belongs: its path, and its translated title. */
  feed?: { path: string; title: string } | undefined;
}

const openGraphLocales: Record<Language, string> = {
  ja: "ja_JP",
  en: "en_US",
  ko: "ko_KR",
  zh: "zh_CN",
};

/**
 * The address of a page in one language. Japanese is what a visitor without a choice gets, so its address
 * is the bare one; the others say their language.
 *
 * @param path a path of the site; a `lng` in its query is replaced
 * @returns an absolute address, or a path when the origin is not known
 */
export function addressIn(lng: Language, path: string, siteUrl = ""): string {
  const [pathname = "/", query = ""] = path.split("?", 2);
  const search = new URLSearchParams(query.split("#", 1)[0]);
  search.delete("lng");
  if (lng !== defaultLanguage) search.set("lng", lng);
  const text = search.toString();
  return `${siteUrl}${pathname.split("#", 1)[0]}${text ? `?${text}` : ""}`;
}

/** One entry for each language and `x-default`, as a page's head and the sitemap list them. */
export function alternatesOf(path: string, siteUrl?: string): { hrefLang: string; href: string }[] {
  return [
    ...languages.map((lng) => ({ hrefLang: languageTags[lng], href: addressIn(lng, path, siteUrl) })),
    { hrefLang: "x-default", href: addressIn(defaultLanguage, path, siteUrl) },
  ];
}

/** The root loader's part of a `meta` function's `matches`; on an error page its data may be missing. */
function seatOf(matches: readonly { id: string; data?: unknown }[]): PageSeat {
  const root = matches.find((match) => match.id === "root")?.data as Partial<PageSeat> | null | undefined;
  return {
    lng: asLanguage(root?.lng),
    siteUrl: root?.siteUrl,
    path: root?.path ?? "/",
    shareAlt: root?.shareAlt ?? siteName,
  };
}

/**
 * Everything in a page's head that search engines and link previews read: title, description, canonical and
 * alternate links, Open Graph, JSON-LD. Every route's `meta` returns this.
 *
 * @param at the `matches` of the `meta` function (the root loader's data is found in it), or the seat itself
 * @example
 *   export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
 *     pageMeta(matches, { title: data?.title ?? "", description: data?.description });
 */
export function pageMeta(
  at: readonly { id: string; data?: unknown }[] | PageSeat,
  page: PageMeta,
): MetaDescriptor[] {
  const { lng, siteUrl, path, shareAlt } = "lng" in at ? at : seatOf(at);
  const canonicalPath = page.canonicalPath ?? path.split("?", 1)[0] ?? "/";
  const address = addressIn(lng, canonicalPath, siteUrl);
  // The texts are those of headlines; here no line breaks.
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

const organizationId = (siteUrl: string) => `${siteUrl}/#organization`;

/** The company behind the site, for home. */
export function organizationLd(siteUrl = ""): JsonLd {
  return {
    "@context": context,
    "@type": "Organization",
    "@id": organizationId(siteUrl),
    name: siteName,
    legalName: "Soria Works Co., Ltd.",
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icons/icon-512.png`,
  };
}

/** The site itself and its search, for home. */
export function webSiteLd(lng: Language, siteUrl = ""): JsonLd {
  const search = addressIn(lng, paths.news({ keyword: "KEYWORD" }), siteUrl).replace("KEYWORD", "{keyword}");
  return {
    "@context": context,
    "@type": "WebSite",
    "@id": `${siteUrl}/#website`,
    name: siteName,
    url: addressIn(lng, "/", siteUrl),
    inLanguage: languageTags[lng],
    publisher: { "@id": organizationId(siteUrl) },
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: search },
      // Google's spelling of the search's one field; schema.org has no type for it.
      ...{ "query-input": "required name=keyword" },
    },
  };
}

/** Where a page is in the site: from the home page to the page itself. */
export function breadcrumbLd(
  { lng, siteUrl = "" }: { lng: Language; siteUrl?: string | undefined },
  steps: { name: string; path: string }[],
): JsonLd {
  return {
    "@context": context,
    "@type": "BreadcrumbList",
    itemListElement: [{ name: siteName, path: "/" }, ...steps].map(({ name, path }, index) => ({
      "@type": "ListItem" as const,
      position: index + 1,
      name: withoutMarks(name),
      item: addressIn(lng, path, siteUrl),
    })),
  };
}

/** Questions and their answers (HTML, sanitised), as they stand on the page. */
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

/** A post, for its detail page. Times are ISO 8601; image addresses absolute or from the site's root. */
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
