import {
  defaultHistoryFilter,
  durationOf,
  type HistoryFilter,
  historySearch,
  shownField,
} from "~/domain/history-filter";

/** 10:00 in Japan. */
export const noonish = "2026-11-20T01:00:00Z";

/** Returns the default filter of that day with some fields changed. */
export function shownAt(now: string, change: Partial<HistoryFilter> = {}): HistoryFilter {
  return { ...defaultHistoryFilter(now), ...change };
}

/** Returns the submitted form: the filter shown, the visitor's changes, and the hidden `shown` field. */
export function submitted(shown: HistoryFilter, choice: Record<string, string>): URLSearchParams {
  const { page: _page, duration, ...others } = historySearch(shown);
  const isChecked = durationOf(shown, "2026-11-20") !== undefined;
  const fields = { ...others, ...(isChecked && { duration }) };
  return new URLSearchParams({ ...fields, ...choice, shown: shownField(shown, "2026-11-20") });
}
