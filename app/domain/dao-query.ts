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
 * The filters of a list of suggestions out of its address (`type`, `status`, `sort`, `page`). Whatever is not
 * understood is left out: a shared address never fails.
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

/** The filters as an address writes them: what is the default is left out, so that one list has one address. */
export function writeSuggestionQuery({ type, status, sort, page }: Partial<SuggestionQuery>): Query {
  return {
    type,
    status,
    sort: sort === "LATEST" ? undefined : sort,
    page: page === 1 ? undefined : page,
  };
}

/** The pass that the list of members is filtered by. */
export function readPassType(search: URLSearchParams): PassType | undefined {
  return oneOf(passTypes, search.get("type"));
}
