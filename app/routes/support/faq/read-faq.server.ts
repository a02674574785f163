import { type ApiLanguage } from "~/i18n/languages";
import { listFaq } from "#server/api/public-cache.server";
import { readPages } from "#server/api/read-pages.server";
import { PAGE_SIZE, pageOf } from "~/domain/list";
import { searchFor } from "~/domain/search-text";
import { searchableText } from "#server/api/sanitize-html.server";
import { faqList, type FaqQuery } from "./faq-query";

/** Maximum number of pages to read when looking for one answer or for a keyword. */
const MOST_PAGES_SOUGHT = 20;

interface FaqPage {
  /** The query of the returned list; it can differ from the requested one. */
  query: FaqQuery;
  response: Awaited<ReturnType<typeof listFaq>>;
}

/**
 * Returns the requested page of the FAQ. A page number outside the range becomes page 1 (docs/decisions/0002). A link
 * to one answer (`open`) returns the page that contains it, if the requested page does not; an answer that has moved
 * to another type is looked up in the unfiltered list.
 */
export async function readFaq(language: ApiLanguage, query: FaqQuery): Promise<FaqPage> {
  if (query.keyword !== undefined) return searchFaq(language, query, query.keyword);
  const { type, open } = query;
  const get = ({ page }: FaqQuery) => listFaq({ language, page, size: PAGE_SIZE, ...(type ? { type } : {}) });
  const read = async (page: number): Promise<FaqPage> => ({
    query: { ...query, page },
    response: await get({ page }),
  });
  const { query: shownQuery, response } = await faqList.load(query, get, ({ value }) => value.page_count);
  const shown: FaqPage = { query: shownQuery, response };
  if (open === undefined || hasItem(shown, open)) return shown;
  const pages = Math.max(1, response.value.page_count);
  let other = shown;
  const readNext = async (page: number) => {
    other = await read(page);
    // The total of the FAQ's `stats` counts all types.
    return { rows: other.response.value.items, pageCount: pages, total: 0 };
  };
  for await (const rows of readPages(readNext, { idOf: ({ id }) => id, mostPages: MOST_PAGES_SOUGHT })) {
    if (rows.some(({ id }) => id === open)) return other;
  }
  if (!type) return shown;
  const among = await readFaq(language, { page: 1, open });
  return hasItem(among, open) ? among : shown;
}

/** The API has no search. Reads the same pages as the list, so that keywords do not become cache keys. */
async function searchFaq(language: ApiLanguage, query: FaqQuery, keyword: string): Promise<FaqPage> {
  const read = (page: number) => listFaq({ language, page, size: PAGE_SIZE });
  const first = await read(1);
  const last = Math.min(first.value.page_count, MOST_PAGES_SOUGHT);
  const others = await Promise.all(Array.from({ length: Math.max(0, last - 1) }, (_, i) => read(i + 2)));
  const fits = searchFor(keyword);
  const found = [first, ...others]
    .flatMap(({ value }) => value.items)
    .filter(({ question, answer }) => fits(question, searchableText(answer)));
  const stats: Record<string, number> = {};
  for (const { type } of found) stats[type] = (stats[type] ?? 0) + 1;
  const ofType = found.filter(({ type }) => query.type === undefined || type === query.type);
  const { page, totalPages, items } = pageOf(ofType, query.page);
  return {
    query: { ...query, page },
    response: { ...first, value: { page, page_count: totalPages, stats, items } },
  };
}

const hasItem = ({ response }: FaqPage, open: number): boolean =>
  response.value.items.some(({ id }) => id === open);
