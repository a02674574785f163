import { type HistoryFilter, historyQuery } from "~/domain/history-filter";
import { type Day, dayOf, type Moment } from "~/domain/japan-time";
import { getHistory } from "#server/api/users.server";
import type { TokenSource } from "#server/api/token-source";
import type { HistoryData, HistoryItem } from "#server/wire/users";
import { balanceSeries, type BalanceSeries } from "./balance-series";

/** Returns the page of the history for a filter; a page outside the range becomes page 1 (docs/decisions/0002). */
export async function loadHistory(
  tokens: TokenSource,
  filter: HistoryFilter,
  language: string,
): Promise<HistoryData> {
  const query = historyQuery(filter);
  const data = await getHistory(tokens, query, language);
  if (query.page === 1 || query.page <= data.page_count) return { ...data, page: query.page };
  return { ...(await getHistory(tokens, { ...query, page: 1 }, language)), page: 1 };
}

const CHART_PAGE = 50;
/** Maximum number of pages for the chart. 300 rows are enough for a curve, and more calls would delay the history. */
const CHART_PAGES = 6;

/**
 * Loads the balance over the range, independent of the type filter. Every row has the balance after it, so evenly
 * spread pages are enough for a long range.
 *
 * @returns undefined if the range has no rows
 */
export async function loadSeries(
  tokens: TokenSource,
  filter: HistoryFilter,
  now: Moment,
): Promise<BalanceSeries | undefined> {
  const { currencyType, from, to } = filter;
  const read = (page: number) =>
    getHistory(tokens, { currencyType, transactionType: "ALL", from, to, page, size: CHART_PAGE });
  const first = await read(1);
  const items: HistoryItem[] = [...first.items];
  const unknownEnds = new Set<Day>();
  let before = 1;
  // In parallel.
  const pages = spreadPages(first.page_count);
  const others = await Promise.all(pages.map(read));
  for (const [i, { items: older }] of others.entries()) {
    const page = pages[i] ?? before;
    // The pages in between are not read, so this day may have newer rows there.
    if (older[0] && page > before + 1) unknownEnds.add(dayOf(older[0].created_at));
    items.push(...older);
    before = page;
  }
  return balanceSeries(items, { from, to, now, total: first.stats.total, unknownEnds });
}

/**
 * Returns the pages to read in addition to the first: all if there are few, otherwise evenly spread and including the
 * last.
 */
export function spreadPages(pageCount: number): number[] {
  const count = Math.min(pageCount, CHART_PAGES) - 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    Math.round(1 + ((index + 1) * (pageCount - 1)) / count),
  );
}
