import { type NewsType, newsTypes } from "./news-types";
import { oneOf } from "./one-of";
import { readPage } from "./page-window";
import type { Query } from "./paths";
import { readSearch } from "./search-text";

export const newsSearches = ["TITLE", "TITLE_CONTENT"] as const;

/** Default number of posts on a page (public-site-and-community.md section 9). */
const NEWS_PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 50;

export interface NewsQuery {
  type?: NewsType;
  by?: (typeof newsSearches)[number];
  keyword?: string;
  page: number;
  size: number;
}

function wholeNumber(value: string | null, otherwise: number, most: number): number {
  const number = value !== null && /^\d{1,6}$/.test(value) ? Number(value) : otherwise;
  return number >= 1 && number <= most ? number : otherwise;
}

/**
 * Reads the list's query (`page`, `size`, `type`, `by`, `keyword`). Ignores unknown values, so that a shared URL never
 * fails. The type may be in lower case, as in the header's menu.
 */
export function readNewsQuery(search: URLSearchParams): NewsQuery {
  const keyword = readSearch(search);
  const query: NewsQuery = {
    page: readPage(search.get("page")),
    size: wholeNumber(search.get("size"), NEWS_PAGE_SIZE, MAX_PAGE_SIZE),
  };
  const type = oneOf(newsTypes, search.get("type"));
  if (type) query.type = type;
  if (keyword) {
    query.keyword = keyword;
    query.by = oneOf(newsSearches, search.get("by")) ?? "TITLE";
  }
  return query;
}

/** Converts the query to query parameters. Omits defaults, so that each list has one URL. */
export const writeNewsQuery = ({ type, by, keyword, page, size }: Partial<NewsQuery>): Query => ({
  type,
  ...(keyword ? { by: by ?? "TITLE", keyword } : {}),
  size: size === NEWS_PAGE_SIZE ? undefined : size,
  page: page === 1 ? undefined : page,
});
