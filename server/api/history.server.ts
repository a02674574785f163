import type { Language } from "~/domain/language-tag";
import type { z } from "zod";
import { callApi } from "./api.server";
import { readPages } from "./read-pages.server";
import type { TokenSource } from "./token-source";
import type { calls } from "#server/wire/calls";
import type { HistoryData, HistoryItem } from "#server/wire/users";

/** The largest page size of the history screen (accounts-and-store.md section 9). */
const LARGEST_PAGE = 50;

/** A row of the history; undefined if the API sent it wrong. */
export type HistoryRow = HistoryItem | undefined;

/** Inserts undefined at the position of each row that was left out. */
function rowsOf({ items, gaps = [] }: HistoryData): HistoryRow[] {
  const rows: HistoryRow[] = [...items];
  for (const gap of gaps) rows.splice(gap, 0, undefined);
  return rows;
}

/**
 * Yields a query's history, one page at a time, at most MOST_ROWS rows. Rows that new ones push to the next page are
 * yielded once.
 *
 * @param onCut called when there are more rows
 */
export const historyPages = (
  tokens: TokenSource,
  query: Omit<z.input<typeof calls.history.query>, "page" | "size">,
  { language, onCut }: { language?: Language; onCut?: () => void } = {},
): AsyncGenerator<HistoryRow[], void, undefined> =>
  readPages<HistoryRow>(
    async (page) => {
      const data = await callApi("history", {
        tokens,
        language,
        query: { ...query, page, size: LARGEST_PAGE },
      });
      return { rows: rowsOf(data), pageCount: data.page_count, total: data.stats.total };
    },
    { idOf: (row) => row?.id, ...(onCut && { onCut }) },
  );
