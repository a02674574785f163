import type { z } from "zod";
import { callApi } from "./api.server";
import type { TokenSource } from "./token-source";
import type { calls } from "#server/wire/calls";
import type { HistoryItem } from "#server/wire/users";

/** The largest page size of the history screen (accounts-and-store.md section 9). */
const LARGEST_PAGE = 50;

/** Yields a query's whole history, one page at a time. Rows that new ones push to the next page are yielded once. */
export async function* historyPages(
  tokens: TokenSource,
  query: Omit<z.input<typeof calls.history.query>, "page" | "size">,
  language?: string,
): AsyncGenerator<HistoryItem[], void, undefined> {
  let before = new Set<HistoryItem["id"]>();
  for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
    const data = await callApi("history", {
      tokens,
      language,
      query: { ...query, page, size: LARGEST_PAGE },
    });
    const fresh = data.items.filter(({ id }) => !before.has(id));
    before = new Set(data.items.map(({ id }) => id));
    pageCount = data.page_count;
    if (fresh.length > 0) yield fresh;
  }
}
