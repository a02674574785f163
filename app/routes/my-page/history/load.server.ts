import { type HistoryFilter, historyQuery } from "~/domain/history-filter";
import { type Day, dayOf, type Moment } from "~/domain/japan-time";
import { getHistory } from "#server/api/users.server";
import type { TokenSource } from "#server/api/token-source";
import type { HistoryData, HistoryItem } from "#server/wire/users";
import { balanceSeries, type BalanceSeries } from "./balance-series";

/** The page of the history that the filter names; a page outside the range is page 1 (docs/decisions/0002). */
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
/** 300 rows draw a curve; more calls than these would make the history wait for a picture. */
const CHART_PAGES = 6;

/**
 * The balance over the range, whatever the type filter: every row has the balance after it, so of a long range
 * some pages, evenly spread, are enough.
 *
 * @returns undefined when nothing happened in the range
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
  // Together: none of them waits for another's answer.
  const pages = spreadPages(first.page_count);
  const others = await Promise.all(pages.map(read));
  for (const [i, { items: older }] of others.entries()) {
    const page = pages[i] ?? before;
    // The rows between are not read: the day of the newest one here may have gone on there.
    if (older[0] && page > before + 1) unknownEnds.add(dayOf(older[0].created_at));
    items.push(...older);
    before = page;
  }
  return balanceSeries(items, { from, to, now, total: first.stats.total, unknownEnds });
}

/** The pages to read beside the first: all of a few, else as many, evenly spread and with the last. */
export function spreadPages(pageCount: number): number[] {
  const count = Math.min(pageCount, CHART_PAGES) - 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    Math.round(1 + ((index + 1) * (pageCount - 1)) / count),
  );
}
