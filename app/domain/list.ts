import { oneOf } from "./one-of";
import { readPage } from "./page-window";
import type { Query } from "./paths";
import { readSearch } from "./search-text";

/** Rows on a page (public-site-and-community.md section 9). */
export const PAGE_SIZE = 10;

/** How a filter is read from a query parameter and written to one. It ignores unknown values: no shared URL fails. */
export interface Filter<Value> {
  read(raw: string | null): Value;
  /** Returns undefined for the default, so that each list has one URL. */
  write(value: Value): string | number | undefined;
}

/** Returns a filter with one of these values, in any case; undefined for all. */
export const choice = <const Value extends string>(values: readonly Value[]): Filter<Value | undefined> => ({
  read: (raw) => oneOf(values, raw),
  write: (value) => value,
});

/** Returns a filter that always has a value, `usual` by default. */
export const choiceOr = <const Value extends string>(
  values: readonly Value[],
  usual: Value,
): Filter<Value> => ({
  read: (raw) => oneOf(values, raw) ?? usual,
  write: (value) => (value === usual ? undefined : value),
});

/** Returns a filter with a whole number from 1 to `most`, `usual` by default. */
export const wholeNumber = (usual: number, most: number): Filter<number> => ({
  read: (raw) => {
    const number = raw !== null && /^\d{1,6}$/.test(raw) ? Number(raw) : usual;
    return number >= 1 && number <= most ? number : usual;
  },
  write: (value) => (value === usual ? undefined : value),
});

/** Returns a filter that a link to one row has, and that no link of the list repeats. */
export const rowNumberFilter: Filter<number | undefined> = {
  read: (raw) => (raw !== null && /^\d{1,15}$/.test(raw) ? Number(raw) : undefined),
  write: () => undefined,
};

/** As `Values`; those that may be undefined may be left out. */
type Loose<Values> = {
  [Name in keyof Values as undefined extends Values[Name] ? Name : never]?: Values[Name];
} & {
  [Name in keyof Values as undefined extends Values[Name] ? never : Name]: Values[Name];
};

interface Search<By extends string> {
  /** Where to search, the usual place first; sent only with a keyword. */
  by?: readonly [By, ...By[]];
}

/** The query of a list: its filters, its keyword, its page, and its size if the URL may say it. */
export type ListQuery<Values, By extends string = never> = Loose<Values> & {
  page: number;
  keyword?: string | undefined;
  by?: By | undefined;
  size?: number | undefined;
};

/**
 * Reads a page of a list. A page outside the range is page 1 (docs/decisions/0002), which takes a second call.
 *
 * @param pagesOf number of pages, by a response
 */
export async function loadPage<Result>(
  asked: number,
  get: (page: number) => Promise<Result>,
  pagesOf: (response: Result) => number,
): Promise<{ page: number; response: Result }> {
  const response = await get(asked);
  const page = readPage(asked, pagesOf(response));
  return { page, response: page === asked ? response : await get(page) };
}

/** What every list has, however its query is read. */
export function listOf<Own extends { page: number }, Reading extends unknown[]>({
  read,
  write,
  path,
  csvPath,
  redirect,
  hash = "",
}: {
  read: (search: URLSearchParams, ...more: Reading) => Own;
  write: (query: Own) => Query;
  path: (query: Query) => string;
  /** Of the same rows as a file. */
  csvPath?: (query: Query) => string;
  /**
   * Returns the query of the list's own URL for a request of its filter form, with the reason where a filter was
   * refused; undefined when the request has that URL already.
   */
  redirect?: (search: URLSearchParams, ...more: Reading) => Query | undefined;
  /** Of the rows, so that a new page shows them. */
  hash?: string;
}) {
  const href = (query: Own) => path(write(query)) + hash;
  return {
    read,
    write,
    href,
    csvHref: (query: Own) => csvPath?.(write(query)),
    /** Returns the URL to redirect a request of the filter form to; undefined for the list's own URL. */
    redirectOf(search: URLSearchParams, ...more: Reading): string | undefined {
      const query = redirect?.(search, ...more);
      return query && path(query);
    },
    /** Returns the props of the pager. */
    pager: (query: Own, totalPages: number) => ({
      ...{ page: query.page, totalPages },
      href: (page: number) => href({ ...query, page }),
    }),
    /** Reads the page of a query (`loadPage`). @returns the query of the page that is shown, and its response */
    async load<Result>(
      query: Own,
      get: (query: Own) => Promise<Result>,
      pagesOf: (response: Result) => number,
    ): Promise<{ query: Own; response: Result }> {
      const { page, response } = await loadPage(
        query.page,
        (asked) => get({ ...query, page: asked }),
        pagesOf,
      );
      return { query: { ...query, page }, response };
    },
  };
}

/**
 * Defines a list once: how its URL is read and written, its links and its pager, and how its page is read.
 *
 * @param filters in the order of the URL
 * @param search when the list has a search field
 * @param size the rows of a page, where the URL may say them
 */
export function defineList<Values extends object, const By extends string = never>({
  path,
  hash,
  filters,
  search,
  size,
}: {
  path: (query: Query) => string;
  hash?: string;
  filters: { [Name in keyof Values]: Filter<Values[Name]> };
  search?: Search<By>;
  size?: Filter<number>;
}) {
  type Asked = ListQuery<Values, By>;
  const named = Object.entries(filters as Record<string, Filter<unknown>>);
  const list = listOf({
    path,
    ...(hash !== undefined && { hash }),
    read(params: URLSearchParams): Asked {
      const values = named.flatMap(([name, filter]) => {
        const value = filter.read(params.get(name));
        return value === undefined ? [] : [[name, value]];
      });
      const keyword = search && readSearch(params);
      const by = search?.by;
      return {
        ...Object.fromEntries(values),
        ...(keyword !== undefined && {
          keyword,
          ...(by && { by: oneOf(by, params.get("by")) ?? by[0] }),
        }),
        page: readPage(params.get("page")),
        ...(size && { size: size.read(params.get("size")) }),
      } as Asked;
    },
    write(query: Partial<Asked>): Query {
      const values = query as Record<string, unknown>;
      const by = search?.by;
      return {
        ...Object.fromEntries(
          named.map(([name, filter]) => [
            name,
            values[name] === undefined ? undefined : filter.write(values[name]),
          ]),
        ),
        ...(search && query.keyword ? { ...(by && { by: query.by ?? by[0] }), keyword: query.keyword } : {}),
        ...(size && { size: query.size === undefined ? undefined : size.write(query.size) }),
        page: query.page === 1 ? undefined : query.page,
      };
    },
  });
  return {
    ...list,
    write: list.write as (query: Partial<Asked>) => Query,
    href: list.href as (query: Partial<Asked>) => string,
    /** Returns whether a filter or a keyword is set, so that the list may be only a part. */
    isFiltered: (query: Partial<Asked>) =>
      Object.values(list.write({ ...query, page: 1 } as Asked)).some((value) => value !== undefined),
  };
}

/** Returns one page of rows that are all known. A page outside the range is page 1. */
export function pageOf<Row>(rows: readonly Row[], asked: unknown, size = PAGE_SIZE) {
  const totalPages = Math.max(1, Math.ceil(rows.length / size));
  const page = readPage(asked, totalPages);
  return { page, totalPages, total: rows.length, items: rows.slice((page - 1) * size, page * size) };
}
