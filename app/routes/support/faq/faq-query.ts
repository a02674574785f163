import { type FaqType, isFaqType } from "~/domain/inquiry-types";
import { readPage } from "~/domain/page-window";
import type { Query } from "~/domain/paths";
import { readSearch } from "~/domain/search-text";

/** public-site-and-community.md section 9: page sizes. */
export const FAQ_PAGE_SIZE = 10;

export interface FaqQuery {
  type?: FaqType;
  page: number;
  open?: number;
  keyword?: string;
}

/** Reads the list's query; ignores invalid values. INSTALL_PLAY has no filter tab, but the inquiry form links to it. */
export function readFaqQuery(search: URLSearchParams): FaqQuery {
  const type = search.get("type")?.toUpperCase();
  const open = search.get("open") ?? "";
  const keyword = readSearch(search);
  return {
    page: readPage(search.get("page")),
    ...(isFaqType(type) ? { type } : {}),
    ...(/^\d{1,15}$/.test(open) ? { open: Number(open) } : {}),
    ...(keyword === undefined ? {} : { keyword }),
  };
}

/** Returns the query for a URL. Page 1 is omitted, so that each list has one URL. */
export const writeFaqQuery = ({ type, keyword, page }: Partial<FaqQuery>): Query => ({
  type,
  keyword,
  page: page === 1 ? undefined : page,
});
