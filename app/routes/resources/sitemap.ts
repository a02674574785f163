import type { LoaderFunctionArgs } from "@remix-run/node";
import { addressIn, alternatesOf } from "~/components/document/seo";
import { instant } from "~/domain/instant";
import { paths } from "~/domain/paths";
import { apiLanguage, defaultLanguage, languages } from "~/i18n/languages";
import { listNews } from "#server/api/public-cache.server";
import { sitemapFiles } from "#server/api/sitemap-cache.server";
import { env } from "#server/config/env.server";
import { taggedResponse } from "#server/protocol/entity-tag.server";
import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";

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

/** Rows that are asked of the API at once; it may return fewer. */
const PAGE_SIZE = 100;
/** Pages of the API in one file: 200 posts in four languages are about 450 kB. */
const PAGES_PER_FILE = 2;
/** A sitemap index may name 50,000 files; the site stops earlier, at 100,000 posts. */
const MOST_FILES = 500;
const MAX_AGE_SECONDS = 600;

/** `changed`: ISO 8601. */
type Entry = { path: string; changed?: string };

const newsPage = async (page: number) => {
  const { value } = await listNews({ language: apiLanguage(defaultLanguage), page, size: PAGE_SIZE });
  return value;
};

type NewsPage = Awaited<ReturnType<typeof newsPage>>;

/** Pages of the list. A page count beyond the total is wrong; without a total the list is as long as its first page. */
function pagesOf({ page_count: pageCount, stats: { total }, items }: NewsPage): number {
  const isKnown = items.length > 0 && total > items.length;
  return isKnown ? Math.min(pageCount, Math.ceil(total / items.length)) : pageCount;
}

const filesOf = (first: NewsPage) => Math.min(MOST_FILES, Math.ceil(pagesOf(first) / PAGES_PER_FILE));

/** @returns the posts of a file; undefined when the list does not reach that far */
async function newsEntries(file: number): Promise<Entry[] | undefined> {
  const entries = new Map<number, Entry>();
  const first = (file - 1) * PAGES_PER_FILE + 1;
  for (let page = first; page < first + PAGES_PER_FILE; page += 1) {
    const list = await newsPage(page);
    const { items, page_count } = list;
    if (file > filesOf(list) || (file > 1 && page === first && items.length === 0)) return undefined;
    for (const { id, created_at } of items) {
      const changed = created_at && new Date(instant(created_at)).toISOString();
      entries.set(id, { path: paths.newsItem(id), ...(changed ? { changed } : {}) });
    }
    if (page >= page_count) break;
  }
  return [...entries.values()];
}

/** URLs come from `paths` and `encodeURIComponent`, so & is the only special XML character in them. */
const xml = (address: string) => address.replaceAll("&", "&amp;");

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Returns every page in every language, each with its alternates. */
function fileOf(entries: Entry[], origin: string): string {
  const urls = entries.flatMap(({ path, changed }) => {
    const alternates = alternatesOf(path, origin)
      .map(({ hrefLang, href }) => `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${xml(href)}"/>`)
      .join("");
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : "";
    return languages.map(
      (lng) => `<url><loc>${xml(addressIn(lng, path, origin))}</loc>${lastmod}${alternates}</url>\n`,
    );
  });
  const open = `<urlset ${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">`;
  return `${HEAD}${open}\n${urls.join("")}</urlset>\n`;
}

async function indexOf(origin: string): Promise<string> {
  const names = ["pages", ...Array.from({ length: filesOf(await newsPage(1)) }, (_, at) => `news-${at + 1}`)];
  const files = names.map(
    (name) => `<sitemap><loc>${xml(origin + paths.sitemapFile(name))}</loc></sitemap>\n`,
  );
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${files.join("")}</sitemapindex>\n`;
}

async function textOf(name: string | undefined, origin: string): Promise<string | undefined> {
  if (name === undefined) return indexOf(origin);
  if (name === "pages")
    return fileOf(
      pages.map((path) => ({ path })),
      origin,
    );
  const [, number] = /^news-([1-9]\d{0,2})$/.exec(name) ?? [];
  const entries = number === undefined ? undefined : await newsEntries(Number(number));
  return entries && fileOf(entries, origin);
}

/** Returns /sitemap.xml, an index of small files, or /sitemaps/:name.xml, one of them. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const origin = env().siteUrl ?? new URL(request.url).origin;
  const key = `${origin} ${params["name"] ?? ""}`;
  const earlier = sitemapFiles.get(key);
  try {
    if (earlier === undefined || earlier.until <= clock.now()) {
      const text = await textOf(params["name"]?.replace(/\.xml$/, ""), origin);
      if (text === undefined) throw new Response(null, { status: 404 });
      sitemapFiles.set(key, { text, until: clock.now() + MAX_AGE_SECONDS * 1_000 });
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.warn({ call: error.call }, "a sitemap could not be read anew");
    if (!earlier) return new Response(null, { status: 503, headers: { "Retry-After": "60" } });
  }
  return taggedResponse(request, sitemapFiles.get(key)?.text ?? earlier?.text ?? "", {
    "Content-Type": "application/xml; charset=utf-8",
    "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`,
  });
}
