import { type HistoryFilter, historySearch, readHistoryFilter, refusedSearch } from "./history-filter";
import type { Moment } from "./japan-time";
import { listOf } from "./list";
import { paths } from "./paths";

/** Anchor of the rows, the pager's target below the filters. */
export const ROWS_ID = "rows";

/** The history of a member. Its filter is a form, which a hidden field tells from a shared link (history-filter.ts). */
export const historyList = listOf<HistoryFilter, [now: Moment]>({
  path: paths.myPage.history,
  csvPath: paths.myPage.historyCsv,
  hash: `#${ROWS_ID}`,
  read: (search, now) => readHistoryFilter(search, now).filter,
  write: historySearch,
  redirect(search, now) {
    const { filter, problem, fromForm } = readHistoryFilter(search, now);
    return fromForm ? { ...historySearch(filter), ...refusedSearch(problem) } : undefined;
  },
});
