import type { Language } from "~/domain/language-tag";
import { instant } from "~/domain/instant";
import { type HistoryFilter, historyQuery } from "~/domain/history-filter";
import { historyList } from "~/domain/history-list";
import { type Day, dayOf, endOfDay, type Moment, startOfDay } from "~/domain/japan-time";
import { callApi } from "#server/api/api.server";
import { readPages } from "#server/api/read-pages.server";
import type { TokenSource } from "#server/api/token-source";
import { ownerOfSession, readPurchases } from "#server/purchases/ledger.server";
import { ifReadable } from "#server/purchases/outcomes.server";
import type { Purchase } from "#server/purchases/purchase.server";
import type { Session } from "#server/session/session.server";
import type { HistoryData, HistoryItem } from "#server/wire/users";

/** A page of the history, and the key of the purchase that a row belongs to, by the row's id. */
export type HistoryPage = HistoryData & { receipts: Record<string, string> };

/** Returns the page of the history for a filter; a page outside the range becomes page 1 (docs/decisions/0002). */
export async function loadHistory(
  session: Session,
  filter: HistoryFilter,
  language: Language,
): Promise<HistoryPage> {
  const [{ query, response }, purchases] = await Promise.all([
    historyList.load(
      filter,
      (asked) => callApi("history", { tokens: session, language, query: historyQuery(asked) }),
      ({ page_count }) => page_count,
    ),
    ifReadable(() => readPurchases(ownerOfSession(session))),
  ]);
  return { ...response, page: query.page, receipts: receiptsOf(response.items, purchases ?? []) };
}

/** Finds each row's purchase by the line that the purchase notes, or by their transaction. */
function receiptsOf(
  items: readonly HistoryItem[],
  purchases: readonly Pick<Purchase, "key" | "line" | "transactionId">[],
): Record<string, string> {
  const keys = new Map<string, string>();
  for (const { key, line, transactionId } of purchases)
    for (const id of [line, transactionId]) if (id !== undefined) keys.set(id, key);
  return Object.fromEntries(
    items.flatMap(({ id, transactionId }) => {
      const key = keys.get(String(id)) ?? (transactionId && keys.get(transactionId));
      return key ? [[String(id), key]] : [];
    }),
  );
}

/** Maximum number of pages to read for one row. */
const MOST_PAGES = 20;

/** Returns the page of the history that has a row, by its id or its transaction's; page 1 if none is found. */
export async function pageOfLine(tokens: TokenSource, filter: HistoryFilter, line: string): Promise<number> {
  let page = 1;
  const read = async (number: number) => {
    page = number;
    const { items, page_count, stats } = await callApi("history", {
      tokens,
      query: historyQuery({ ...filter, page }),
    });
    return { rows: items, pageCount: page_count, total: stats.total };
  };
  for await (const rows of readPages(read, { idOf: ({ id }) => id, mostPages: MOST_PAGES })) {
    if (rows.some(({ id, transactionId }) => String(id) === line || transactionId === line)) return page;
  }
  return 1;
}

const CHART_PAGE = 50;
/** Maximum number of pages for the chart. 300 rows are enough for a curve, and more calls would delay the history. */
const CHART_PAGES = 6;

/**
 * Loads the balance over the range, independent of the type filter; undefined if the range has no rows. Every row has
 * the balance after it, so evenly spread pages are enough for a long range.
 */
export async function loadSeries(tokens: TokenSource, filter: HistoryFilter, now: Moment) {
  const { currencyType, from, to } = filter;
  const read = (page: number) =>
    callApi("history", {
      tokens,
      query: { currencyType, transactionType: "ALL", from, to, page, size: CHART_PAGE },
    });
  const first = await read(1);
  // A page count beyond the total is wrong; without a total the list is as long as its first page.
  const { total } = first.stats;
  const isKnown = first.items.length > 0 && total > first.items.length;
  const pages = spreadPages(
    isKnown ? Math.min(first.page_count, Math.ceil(total / first.items.length)) : first.page_count,
  );
  const others = await Promise.all(pages.map(read));
  // The pages in between are not read, so the newest day of a page may have newer rows there.
  const unknownEnds = new Set<Day>();
  for (const [i, page] of pages.entries()) {
    const newest = others[i]?.items[0];
    if (newest && page > (pages[i - 1] ?? 1) + 1) unknownEnds.add(dayOf(newest.created_at));
  }
  const items = [first, ...others].flatMap((list) => list.items);
  return balanceSeries(items, { from, to, now, total: first.stats.total, unknownEnds });
}

/** Returns the pages to read after the first: all if there are few, otherwise evenly spread and including the last. */
export function spreadPages(pageCount: number): number[] {
  const count = Math.min(pageCount, CHART_PAGES) - 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    Math.round(1 + ((index + 1) * (pageCount - 1)) / count),
  );
}

type Row = Pick<HistoryItem, "created_at" | "type" | "change_amount" | "net_amount">;

interface Range {
  from: Day;
  to: Day;
  now: Moment;
  /** Number of rows in the range, of which only some may have been read. */
  total: number;
  /** Days whose last row was not read, so that their final balance is unknown. */
  unknownEnds: ReadonlySet<Day>;
}

/**
 * Returns the curve of a balance from history rows in any order: constant between two rows, ending at the end of the
 * range or now, whichever is earlier.
 */
export function balanceSeries(rows: readonly Row[], { from, to, now, total, unknownEnds }: Range) {
  // Reversed first: the sort is stable, so rows with the same time stay oldest first (the API returns newest first).
  const ordered = [...rows]
    .reverse()
    .map((row) => ({ ...row, at: instant(row.created_at) }))
    .sort((one, other) => one.at - other.at);
  const [first] = ordered;
  const last = ordered.at(-1);
  if (!first || !last) return undefined;

  const start = startOfDay(from).getTime();
  const end = Math.max(start + 1, Math.min(endOfDay(to).getTime(), new Date(now).getTime()));
  const change = Math.abs(first.change_amount);
  const opening = first.net_amount + (first.type === "REDEEM" ? change : -change);
  const balances = [opening, ...ordered.map(({ net_amount }) => net_amount)];
  const lowest = Math.min(...balances);
  const highest = Math.max(...balances);
  // Four decimals are finer than any screen.
  const round = (value: number) => Math.round(value * 10_000) / 10_000;
  const x = (at: number) => round(Math.min(1, Math.max(0, (at - start) / (end - start))));
  // The axis starts at zero; otherwise a small change would look large.
  const y = (balance: number) => (highest > 0 ? round(Math.max(0, balance) / highest) : 0);

  const points = [{ x: 0, y: y(opening) }];
  const days = new Map<Day, number>();
  for (const { at, net_amount } of ordered) {
    const level = points.at(-1)?.y ?? 0;
    points.push({ x: x(at), y: level }, { x: x(at), y: y(net_amount) });
    const day = dayOf(at);
    if (!unknownEnds.has(day)) days.set(day, net_amount);
  }
  points.push({ x: 1, y: y(last.net_amount) });
  return {
    from,
    to,
    lowest,
    highest,
    /** Balance before the first row of the range, and after its last row. */
    opening,
    closing: last.net_amount,
    /** `x` is 0 to 1 over the range, `y` is 0 to 1 from zero to the highest balance. */
    points,
    /** Days with rows, oldest first, each with its final balance. */
    days: [...days].map(([day, balance]) => ({ day, balance })),
    /** Set if only some of the range's rows were read. */
    ...(total > rows.length ? { sample: { drawn: rows.length, total } } : {}),
  };
}
