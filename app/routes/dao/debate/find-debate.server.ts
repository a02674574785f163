import { callApi } from "#server/api/api.server";
import type { TokenSource } from "#server/api/token-source";
import type { Debate } from "#server/wire/dao";

/** Maximum number of pages to search. New debates move an older one to a later page, but rarely far. */
const MOST_PAGES = 20;

/**
 * Returns one debate of a suggestion. The API has no call for it (governance.md), so this searches the list: first
 * the page from the link, then the others, because the link may be outdated.
 *
 * @returns null if it is on none of the pages
 * @throws ApiError if the list cannot be read
 */
export async function findDebate(
  reader: { tokens: TokenSource; language: string },
  { sId, dId }: { sId: number; dId: number },
  likelyPage: number,
): Promise<{ debate: Debate; page: number } | null> {
  const lookOn = async (page: number) => {
    const list = await callApi("debates", { ...reader, params: { sId }, query: { page } });
    return { debate: list.items.find(({ id }) => id === dId), pages: list.page_count };
  };
  const { debate, pages } = await lookOn(likelyPage);
  if (debate) return { debate, page: likelyPage };
  for (let page = 1; page <= Math.min(pages, MOST_PAGES); page++) {
    if (page === likelyPage) continue;
    const other = await lookOn(page);
    if (other.debate) return { debate: other.debate, page };
  }
  return null;
}
