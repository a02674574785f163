import type { LoaderFunctionArgs } from "@remix-run/node";
import { addressIn, alternatesOf } from "~/components/document/seo";
import { instant } from "~/domain/instant";
import { paths } from "~/domain/paths";
import { apiLanguage, defaultLanguage, languages } from "~/i18n/languages";
import { listNews } from "#server/api/public-cache.server";
import { env } from "#server/config/env.server";
import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";

/** Public pages for search engines; pages that require sign-in are not included. */
const pages = [
  paths.home,
  paths.introduction,
  paths.news(),
  paths.download,
  paths.support.faq(),
  paths.support.inquiry,
  paths.dao.root,
  paths.dao.operatingMethod,
  paths.signIn(),
  paths.signUp,
  paths.termsOfUse,
  paths.privacyPolicy,
];

const PAGE_SIZE = 100;
/** A sitemap may contain at most 50,000 URLs, and each post has one per language. */
const MOST_POSTS = 10_000;

/** `changed`: ISO 8601. */
type Entry = { path: string; changed?: string };

/** Returns all posts in list order. If the API fails, it returns the posts read so far. */
async function newsEntries(): Promise<Entry[]> {
  const entries = new Map<number, Entry>();
  try {
    // The API may return fewer rows than requested; a page without a new post is the last.
    for (let page = 1, pages = 1, before = -1; page <= pages && entries.size < MOST_POSTS; page++) {
      if (entries.size === before) break;
      before = entries.size;
      const { value } = await listNews({ language: apiLanguage(defaultLanguage), page, size: PAGE_SIZE });
      for (const { id, created_at } of value.items) {
        const changed = created_at && new Date(instant(created_at)).toISOString();
        entries.set(id, { path: paths.newsItem(id), ...(changed ? { changed } : {}) });
      }
      pages = value.page_count;
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.warn({ call: error.call }, "sitemap without news");
  }
  return [...entries.values()].slice(0, MOST_POSTS);
}

/** URLs come from `paths` and `encodeURIComponent`, so & is the only special XML character in them. */
const xml = (address: string) => address.replaceAll("&", "&amp;");

/** Returns /sitemap.xml: every page in every language, each with its alternates. */
export async function loader({ request }: LoaderFunctionArgs) {
  const origin = env().siteUrl ?? new URL(request.url).origin;
  const entries: Entry[] = [...pages.map((path) => ({ path })), ...(await newsEntries())];
  const urls = entries.flatMap(({ path, changed }) => {
    const alternates = alternatesOf(path, origin)
      .map(({ hrefLang, href }) => `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${xml(href)}"/>`)
      .join("");
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : "";
    return languages.map(
      (lng) => `<url><loc>${xml(addressIn(lng, path, origin))}</loc>${lastmod}${alternates}</url>`,
    );
  });
  const body = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
  return new Response(body, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=600" },
  });
}
