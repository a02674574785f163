import { type FaqType, isFaqType } from "~/domain/inquiry-types";
import { readPage } from "~/domain/page-window";
import type { Query } from "~/domain/paths";

/** public-site-and-community.md section 9: page sizes. */
export const FAQ_PAGE_SIZE = 10;

export interface FaqQuery {
  type?: FaqType;
  page: number;
  /** The item that the address opens. */
  open?: number;
}

/**
 * The list's query out of its address (`type`, `page`, `open`). What is not understood is left out. The type
 * INSTALL_PLAY has no filter of its own, but an address may ask for it: the inquiry form does.
 */
export function readFaqQuery(search: URLSearchParams): FaqQuery {
  const type = search.get("type")?.toUpperCase();
  const open = search.get("open") ?? "";
  return {
    page: readPage(search.get("page")),
    ...(isFaqType(type) ? { type } : {}),
    ...(/^\d{1,15}$/.test(open) ? { open: Number(open) } : {}),
  };
}

/** The query as an address writes it: page 1 is left out, so that one list has one address. */
export function writeFaqQuery({ type, page }: Partial<FaqQuery>): Query {
  return { type, page: page === 1 ? undefined : page };
}
