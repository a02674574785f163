import { type ApiLanguage } from "~/i18n/languages";
import { listFaq } from "#server/api/support.server";
import { FAQ_PAGE_SIZE, type FaqQuery } from "./faq-query";

/** A link to one answer looks through this many pages for it, and then shows the list as it is. */
const MOST_PAGES_SOUGHT = 20;

/**
 * The page of the FAQ that an address asks for: page 1 for a number outside the range (decisions.md), and for a
 * link to one answer that names no page (or one that the answer has left) the page that the answer is on.
 */
export async function readFaq(language: ApiLanguage, query: FaqQuery) {
  const { type, open } = query;
  const read = (page: number) => listFaq({ language, page, size: FAQ_PAGE_SIZE, ...(type ? { type } : {}) });
  let answer = await read(query.page);
  let page = query.page;
  const pages = Math.max(1, answer.value.page_count);
  if (page > pages) {
    page = 1;
    answer = await read(page);
  }
  const hasItem = () => open === undefined || answer.value.items.some(({ id }) => id === open);
  if (!hasItem()) {
    const shown = { page, answer };
    for (page = 1; page <= Math.min(pages, MOST_PAGES_SOUGHT); page += 1) {
      answer = await read(page);
      if (hasItem()) return { page, answer };
    }
    return shown;
  }
  return { page, answer };
}
