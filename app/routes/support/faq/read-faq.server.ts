import { type ApiLanguage } from "~/i18n/languages";
import { listFaq } from "#server/api/support.server";
import { FAQ_PAGE_SIZE, type FaqQuery } from "./faq-query";

/** A link to one answer looks through this many pages for it, and then shows the list as it is. */
const MOST_PAGES_SOUGHT = 20;

interface FaqAnswer {
  /** The list that is shown, which is not always the one that was asked for. */
  query: FaqQuery;
  answer: Awaited<ReturnType<typeof listFaq>>;
}

/**
 * The page of the FAQ that an address asks for: page 1 for a number outside the range (docs/decisions/0002), and for a
 * link to one answer that names no page (or one that the answer has left) the page that the answer is on. An answer
 * that has moved to another type is shown among all.
 */
export async function readFaq(language: ApiLanguage, query: FaqQuery): Promise<FaqAnswer> {
  const { type, open } = query;
  const read = async (page: number): Promise<FaqAnswer> => ({
    query: { ...query, page },
    answer: await listFaq({ language, page, size: FAQ_PAGE_SIZE, ...(type ? { type } : {}) }),
  });
  const asked = await read(query.page);
  const pages = Math.max(1, asked.answer.value.page_count);
  const shown = query.page > pages ? await read(1) : asked;
  if (open === undefined || hasItem(shown, open)) return shown;
  for (let page = 1; page <= Math.min(pages, MOST_PAGES_SOUGHT); page += 1) {
    const other = await read(page);
    if (hasItem(other, open)) return other;
  }
  if (!type) return shown;
  const among = await readFaq(language, { page: 1, open });
  return hasItem(among, open) ? among : shown;
}

function hasItem({ answer }: FaqAnswer, open: number): boolean {
  return answer.value.items.some(({ id }) => id === open);
}
