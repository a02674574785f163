import { readPage } from "~/domain/page-window";
import { searchFor } from "~/domain/search-text";
import type { Language } from "~/i18n/languages";
import { callApi } from "#server/api/api.server";
import type { Session } from "#server/session/session.server";

/** accounts-and-store.md section 9: store page size. */
const PAGE_SIZE = 10;

/** Page size of a search, which reads the whole catalogue, up to MOST_PAGES_SEARCHED pages. */
const SEARCHED_SIZE = 50;
const MOST_PAGES_SEARCHED = 10;

/**
 * Returns one page of the store's items, or of those that contain a keyword. The API has no search. `count` is the
 * number of items found by a search; without a search only the number on this page.
 */
export async function readShelf(
  session: Session,
  language: Language,
  { page: asked, keyword }: { page: number; keyword: string | undefined },
) {
  const read = (page: number, size = PAGE_SIZE) =>
    callApi("products", { tokens: session, language, query: { scope: "WEB", page, size } });
  if (keyword === undefined) {
    const first = await read(asked);
    // A page number outside the range is page 1 (docs/decisions/0002).
    const page = readPage(asked, first.total_pages);
    const { total_pages: totalPages, items } = page === asked ? first : await read(page);
    return { page, totalPages, count: items.length, items };
  }
  const first = await read(1, SEARCHED_SIZE);
  const last = Math.min(first.total_pages, MOST_PAGES_SEARCHED);
  const others = await Promise.all(
    Array.from({ length: Math.max(0, last - 1) }, (_, index) => read(index + 2, SEARCHED_SIZE)),
  );
  const fits = searchFor(keyword);
  const found = [first, ...others]
    .flatMap(({ items }) => items)
    .filter(({ name, story }) => fits(name, story));
  const totalPages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = readPage(asked, totalPages);
  const items = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return { page, totalPages, count: found.length, items };
}
