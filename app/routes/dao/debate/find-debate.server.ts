import { listDebates } from "#server/api/dao.server";
import type { Debate } from "#server/wire/dao";

type Reader = Parameters<typeof listDebates>[0];

/** How many pages are looked through: new debates move an old one on, but rarely far. */
const MOST_PAGES = 20;

/**
 * One debate of a suggestion. There is no call for it (governance.md), so it is looked for in the list: first on the
 * page that the link carries, then on the others, since a link may be older than the list.
 *
 * @returns null when it is on none of them
 * @throws ApiError when the list cannot be read
 */
export async function findDebate(
  reader: Reader,
  { sId, dId }: { sId: number; dId: number },
  likelyPage: number,
): Promise<{ debate: Debate; page: number } | null> {
  const lookOn = async (page: number) => {
    const list = await listDebates(reader, sId, page);
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
