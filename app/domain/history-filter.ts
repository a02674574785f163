import { currencies, type Currency, isCurrency } from "./currencies";
import { addDays, addMonths, isDay } from "./calendar";
import { type Day, isFuture, type Moment, today } from "./japan-time";
import { oneOf } from "./one-of";
import { readPage } from "./page-window";

/** Options of the filter (accounts-and-store.md sections 3 and 9). */
export const durations = ["DAY", "WEEK", "MONTH"] as const;
export type Duration = (typeof durations)[number];

const transactionTypes = ["ALL", "RECHARGE", "REWARD", "REDEEM"] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const pageSizes = [10, 20, 30, 40, 50] as const;
export type PageSize = (typeof pageSizes)[number];

/** Filter of the history page. Dates are days in Japan; both are inclusive. */
export interface HistoryFilter {
  currencyType: Currency;
  transactionType: TransactionType;
  duration: Duration;
  from: Day;
  to: Day;
  page: number;
  size: PageSize;
}

/** Why a date was rejected: after today, start after end, or not a date. */
const rangeProblems = ["future", "order", "unreadable"] as const;
export type RangeProblem = (typeof rangeProblems)[number];

interface Reading {
  filter: HistoryFilter;
  /** Set if a date was rejected; `filter` then has the last valid range. */
  problem?: RangeProblem;
}

/** Returns the transaction types of a currency: Soria has no REWARD, the others no RECHARGE (docs/decisions/0008). */
export const transactionTypesOf = (currency: Currency): readonly TransactionType[] =>
  transactionTypes.filter((type) => type !== (currency === "soria" ? "REWARD" : "RECHARGE"));

/** Returns the start of a range of this duration with this end. */
const startFor = (duration: Duration, to: Day): Day =>
  ({ DAY: to, WEEK: addDays(to, -7), MONTH: addMonths(to, -1) })[duration];

/** Returns the default filter: Soria, all types, the last 7 days, page 1, 10 rows. */
export function defaultHistoryFilter(now: Moment): HistoryFilter {
  const to = today(now);
  return {
    currencyType: currencies[0],
    transactionType: "ALL",
    duration: "WEEK",
    from: startFor("WEEK", to),
    to,
    page: 1,
    size: 10,
  };
}

/** Sets the currency and resets type, range, page and size. */
export const chooseCurrency = (currencyType: Currency, now: Moment): HistoryFilter => ({
  ...defaultHistoryFilter(now),
  currencyType,
});

/** Sets the type; one that the currency does not have becomes ALL. */
export function chooseTransactionType(filter: HistoryFilter, type: TransactionType): HistoryFilter {
  const transactionType = transactionTypesOf(filter.currencyType).includes(type) ? type : "ALL";
  return { ...filter, transactionType, page: 1 };
}

/** Sets the duration and recomputes the start: DAY is today only, WEEK 7 days and MONTH one month before the end. */
export function chooseDuration(filter: HistoryFilter, duration: Duration, now: Moment): HistoryFilter {
  const to = duration === "DAY" ? today(now) : filter.to;
  return { ...filter, duration, from: startFor(duration, to), to, page: 1 };
}

/**
 * Sets the end and recomputes the start: DAY becomes WEEK, WEEK goes back 7 days, MONTH one month. The end must be
 * valid.
 */
export function chooseEnd(filter: HistoryFilter, to: Day): HistoryFilter {
  const duration = filter.duration === "DAY" ? "WEEK" : filter.duration;
  return { ...filter, duration, from: startFor(duration, to), to, page: 1 };
}

/**
 * Returns the duration that describes the range; undefined if no duration gives the chosen start, or if "today" is
 * another day.
 */
export function durationOf({ duration, from, to }: HistoryFilter, lastDay: Day): Duration | undefined {
  const isTrue = from === startFor(duration, to) && (duration !== "DAY" || to === lastDay);
  return isTrue ? duration : undefined;
}

/** Returns whether the range is that of its duration and ends today, so that the duration alone describes it. */
export const isUsualRange = (filter: HistoryFilter, lastDay: Day): boolean =>
  filter.to === lastDay && durationOf(filter, lastDay) !== undefined;

function problemOf(day: string, now: Moment): RangeProblem | undefined {
  if (!isDay(day)) return "unreadable";
  return isFuture(day, now) ? "future" : undefined;
}

const readSize = (value: string | null): PageSize | undefined =>
  pageSizes.find((size) => String(size) === value);

/** End of the hidden field when the form displayed a range that no duration describes. */
const UNCHECKED = " unchecked";

/**
 * Serialises the filter that the form displayed into one hidden field. Without a script the server needs it to detect
 * which control the visitor changed.
 *
 * @param lastDay today when the form was displayed
 */
export function shownField(filter: HistoryFilter, lastDay: Day): string {
  const { currencyType, transactionType, duration, from, to, size } = filter;
  const shown = [currencyType, transactionType, duration, from, to, size].join(" ");
  return durationOf(filter, lastDay) === undefined ? shown + UNCHECKED : shown;
}

/** Name of that field. It never stays in the URL: the loader redirects to the filter's own URL. */
export const shownFieldName = "shown";

function readShown(text: string | null, now: Moment): HistoryFilter | undefined {
  const [currency = null, type = null, durationText = null, from = "", to = "", sizeText = null] =
    text?.split(" ") ?? [];
  const transactionType = oneOf(transactionTypes, type);
  const duration = oneOf(durations, durationText);
  const size = readSize(sizeText);
  if (!isCurrency(currency) || !transactionType || !duration || !size) return undefined;
  if (problemOf(from, now) || problemOf(to, now) || from > to) return undefined;
  return { currencyType: currency, transactionType, duration, from, to, page: 1, size };
}

/**
 * Reads the filter from a query string, and the problem with its dates.
 *
 * With the form's hidden field, the changes are applied to the displayed filter in the order of the form: currency
 * (which resets the rest), type, duration, end, start, size. A rejected date leaves both dates unchanged.
 *
 * Without it (a shared link, the pager), defaults replace missing values and the duration gives a missing start. A
 * rejected date gives the range that the duration has today.
 *
 * @param now the current time, for today in Japan
 * @returns `fromForm`: the request came from the filter form; the URL of the filter is then {@link historySearch}
 */
export function readHistoryFilter(params: URLSearchParams, now: Moment): Reading & { fromForm: boolean } {
  const shown = readShown(params.get(shownFieldName), now);
  return shown
    ? { ...applyForm(params, shown, now), fromForm: true }
    : { ...readAddress(params, now), fromForm: params.has(shownFieldName) };
}

/** Query parameter of the redirect after the form: why a date was rejected. */
export const REFUSED = "refused";

export const refusedSearch = (problem: RangeProblem | undefined): Record<string, string> =>
  problem ? { [REFUSED]: problem } : {};

function applyForm(params: URLSearchParams, shown: HistoryFilter, now: Moment): Reading {
  let filter = shown;
  let problem: RangeProblem | undefined;

  const currency = params.get("currencyType");
  if (isCurrency(currency) && currency !== shown.currencyType) filter = chooseCurrency(currency, now);

  const type = oneOf(transactionTypes, params.get("transactionType"));
  if (type && type !== shown.transactionType) filter = chooseTransactionType(filter, type);

  const duration = oneOf(durations, params.get("duration"));
  // Where no duration described the range, none was checked, so any that is sent was chosen.
  const checked = params.get(shownFieldName)?.endsWith(UNCHECKED) ? undefined : shown.duration;
  if (duration && duration !== checked) filter = chooseDuration(filter, duration, now);

  const to = params.get("to") ?? shown.to;
  const from = params.get("from") ?? shown.from;
  // Apply both dates or neither: a rejected date leaves the range unchanged.
  let ranged = filter;
  if (to !== shown.to) {
    problem = problemOf(to, now);
    if (!problem) ranged = chooseEnd(ranged, to);
  }
  if (from !== shown.from && !problem) {
    problem = problemOf(from, now) ?? (from > ranged.to ? "order" : undefined);
    if (!problem) ranged = { ...ranged, from, page: 1 };
  }
  if (!problem) filter = ranged;

  const size = readSize(params.get("size"));
  if (size && size !== shown.size) filter = { ...filter, size, page: 1 };
  return problem ? { filter, problem } : { filter };
}

function readAddress(params: URLSearchParams, now: Moment): Reading {
  const currencyType = oneOf(currencies, params.get("currencyType")) ?? currencies[0];
  const first = chooseCurrency(currencyType, now);
  const type = oneOf(transactionTypes, params.get("transactionType")) ?? first.transactionType;
  const duration = oneOf(durations, params.get("duration")) ?? first.duration;
  const filter: HistoryFilter = {
    ...chooseDuration(chooseTransactionType(first, type), duration, now),
    page: readPage(params.get("page")),
    size: readSize(params.get("size")) ?? first.size,
  };

  // An empty date field is submitted as "" and counts as missing.
  const to = params.get("to") || filter.to;
  const toProblem = problemOf(to, now);
  if (toProblem) return { filter, problem: toProblem };
  const from = params.get("from") || startFor(duration, to);
  const problem = problemOf(from, now) ?? (from > to ? "order" : undefined);
  if (problem) return { filter, problem };
  const refused = oneOf(rangeProblems, params.get(REFUSED));
  return { filter: { ...filter, from, to }, ...(refused && { problem: refused }) };
}

/** Converts the filter to the page's query parameters (docs/decisions/0002), for links, the pager and the CSV. */
export function historySearch(filter: HistoryFilter): Record<keyof HistoryFilter, string> {
  const { currencyType, transactionType, duration, from, to, page, size } = filter;
  return { currencyType, transactionType, duration, from, to, page: String(page), size: String(size) };
}

/** Returns the query of GET /users/me/history (accounts-and-store.md section 7). Days are YYYY-MM-DD. */
export const historyQuery = ({ duration: _, ...query }: HistoryFilter): Omit<HistoryFilter, "duration"> =>
  query;

/**
 * Returns the number of a row. Numbers count down from the total (section 9), newest first; `index` is the row's
 * position on the page, from 0.
 */
export const rowNumber = (total: number, page: number, size: number, index: number): number =>
  total - (page - 1) * size - index;

/**
 * Returns the numbers of the first and last row of a page, and the total. A row that could not be read (`gaps`) has its
 * number too.
 */
export const rowRange = (
  {
    stats: { total },
    page,
    items,
    gaps = [],
  }: { stats: { total: number }; page: number; items: readonly unknown[]; gaps?: readonly number[] },
  size: number,
) => ({
  total,
  from: rowNumber(total, page, size, 0),
  to: rowNumber(total, page, size, items.length + gaps.length - 1),
});

/** Returns '-' for REDEEM, '+' otherwise (section 9). */
export const amountSign = (type: string): "-" | "+" => (type === "REDEEM" ? "-" : "+");
