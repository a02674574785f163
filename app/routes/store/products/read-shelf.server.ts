import { readPage } from "~/domain/page-window";
import { searchFor } from "~/domain/search-text";
import type { Language } from "~/i18n/languages";
import { listProducts } from "#server/api/store.server";
import type { Session } from "#server/session/session.server";
import type { StoreObject } from "#server/wire/store";

/** accounts-and-store.md section 9: store page size. */
const PAGE_SIZE = 10;

/** A search reads the whole catalogue, in pages of so many, and no more pages than these. */
const SEARCHED_SIZE = 50;
const MOST_PAGES_SEARCHED = 10;

interface Shelf {
  page: number;
  totalPages: number;
  /** Of the items that were found; of a list that was not searched only those of its page are known. */
  count: number;
  items: StoreObject[];
}

/** One page of the store's items, or of those that contain a keyword: the API has no search of its own. */
export async function readShelf(
  session: Session,
  language: Language,
  { page: asked, keyword }: { page: number; keyword: string | undefined },
): Promise<Shelf> {
  if (keyword !== undefined) {
    const fits = searchFor(keyword);
    const all = await readAll(session, language);
    const found = all.filter(({ name, story }) => fits(name, story));
    const totalPages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
    const page = readPage(asked, totalPages);
    const items = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    return { page, totalPages, count: found.length, items };
  }
  const read = (page: number) => listProducts(session, { page, size: PAGE_SIZE, language });
  const first = await read(asked);
  // A page number outside the range is page 1 (docs/decisions/0002).
  const page = readPage(asked, first.total_pages);
  const { total_pages: totalPages, items } = page === asked ? first : await read(page);
  return { page, totalPages, count: items.length, items };
}

async function readAll(session: Session, language: Language): Promise<StoreObject[]> {
  const read = (page: number) => listProducts(session, { page, size: SEARCHED_SIZE, language });
  const first = await read(1);
  const last = Math.min(first.total_pages, MOST_PAGES_SEARCHED);
  const others = await Promise.all(Array.from({ length: Math.max(0, last - 1) }, (_, i) => read(i + 2)));
  return [first, ...others].flatMap(({ items }) => items);
}
