import type { z } from "zod";
import { callApi } from "./api.server";
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

/** Yields a query's whole history, one page at a time. Rows that new ones push to the next page are yielded once. */
export async function* historyPages(
  tokens: TokenSource,
  query: Omit<z.input<typeof calls.history.query>, "page" | "size">,
  language?: string,
): AsyncGenerator<HistoryRow[], void, undefined> {
  let before = new Set<HistoryItem["id"]>();
  for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
    const data = await callApi("history", {
      tokens,
      language,
      query: { ...query, page, size: LARGEST_PAGE },
    });
    const rows = rowsOf(data);
    const isRepeated = (row: HistoryRow) => row !== undefined && before.has(row.id);
    // A row without an id is a repeated one if a repeated one follows.
    const lastRepeated = rows.findLastIndex(isRepeated);
    const fresh = rows.filter((row, at) => (row ? !isRepeated(row) : at > lastRepeated));
    before = new Set(data.items.map(({ id }) => id));
    pageCount = data.page_count;
    if (fresh.length > 0) yield fresh;
  }
}
