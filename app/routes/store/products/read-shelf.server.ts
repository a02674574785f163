import { PAGE_SIZE, pageOf } from "~/domain/list";
import { searchFor } from "~/domain/search-text";
import type { Language } from "~/i18n/languages";
import { callApi } from "#server/api/api.server";
import type { Session } from "#server/session/session.server";
import { productList } from "./product-list";

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
  asked: ReturnType<typeof productList.read>,
) {
  const read = (page: number, size = PAGE_SIZE) =>
    callApi("products", { tokens: session, language, query: { scope: "WEB", page, size } });
  if (asked.keyword === undefined) {
    const { query, response } = await productList.load(
      asked,
      ({ page }) => read(page),
      ({ total_pages }) => total_pages,
    );
    const { total_pages: totalPages, items } = response;
    return { page: query.page, totalPages, count: items.length, items };
  }
  const first = await read(1, SEARCHED_SIZE);
  const last = Math.min(first.total_pages, MOST_PAGES_SEARCHED);
  const others = await Promise.all(
    Array.from({ length: Math.max(0, last - 1) }, (_, index) => read(index + 2, SEARCHED_SIZE)),
  );
  const fits = searchFor(asked.keyword);
  const found = [first, ...others]
    .flatMap(({ items }) => items)
    .filter(({ name, story }) => fits(name, story));
  const { total: count, ...shown } = pageOf(found, asked.page);
  return { ...shown, count };
}
