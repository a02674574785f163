import { type FaqType, isFaqType } from "~/domain/inquiry-types";
import { readPage } from "~/domain/page-window";
import type { Query } from "~/domain/paths";
import { readSearch } from "~/domain/search-text";

/** public-site-and-community.md section 9: page sizes. */
export const FAQ_PAGE_SIZE = 10;

export interface FaqQuery {
  type?: FaqType;
  page: number;
  /** The item that the address opens. */
  open?: number;
  keyword?: string;
}

/**
 * The list's query out of its address (`type`, `page`, `open`, `keyword`). What is not understood is left out. The type
 * INSTALL_PLAY has no filter of its own, but an address may ask for it: the inquiry form does.
 */
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

/** The query as an address writes it: page 1 is left out, so that one list has one address. */
export function writeFaqQuery({ type, keyword, page }: Partial<FaqQuery>): Query {
  return { type, keyword, page: page === 1 ? undefined : page };
}
