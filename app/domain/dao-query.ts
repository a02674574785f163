import {
  passTypes,
  type PassType,
  type SuggestionSort,
  suggestionSorts,
  type SuggestionStatus,
  suggestionStatuses,
  type SuggestionType,
  suggestionTypes,
} from "./dao";
import { oneOf } from "./one-of";
import { readPage } from "./page-window";
import type { Query } from "./paths";

export interface SuggestionQuery {
  type?: SuggestionType | undefined;
  status?: SuggestionStatus | undefined;
  sort: SuggestionSort;
  page: number;
}

/**
 * Reads the filters of a list of suggestions (`type`, `status`, `sort`, `page`) from a query string. Ignores unknown
 * values, so that a shared URL never fails.
 */
export function readSuggestionQuery(search: URLSearchParams): SuggestionQuery {
  const type = oneOf(suggestionTypes, search.get("type"));
  const status = oneOf(suggestionStatuses, search.get("status"));
  return {
    ...(type && { type }),
    ...(status && { status }),
    sort: oneOf(suggestionSorts, search.get("sort")) ?? "LATEST",
    page: readPage(search.get("page")),
  };
}

/** Converts the filters to query parameters. Omits defaults, so that each list has one URL. */
export const writeSuggestionQuery = ({ type, status, sort, page }: Partial<SuggestionQuery>): Query => ({
  type,
  status,
  sort: sort === "LATEST" ? undefined : sort,
  page: page === 1 ? undefined : page,
});

/** Reads the pass by which the list of members is filtered; undefined for none or an unknown one. */
export const readPassType = (search: URLSearchParams): PassType | undefined =>
  oneOf(passTypes, search.get("type"));
