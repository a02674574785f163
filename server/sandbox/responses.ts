import { Code } from "../wire/codes";
import { DAY } from "./members";
import type { Call } from "./services";

/** Thrown to refuse a call: becomes the error response with a result code and optional data. */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown = null,
    readonly status: 200 | 400 | 401 | 403 | 404 | 409 | 410 | 413 | 422 | 500 | 502 | 503 = 200,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

export const succeeded = (data: unknown) => ({ result: Code.SUCCESS, message: "SUCCESS", data });

/** Builds the refusal for a missing or invalid field: HTTP 400. */
export const invalid = (message: string, code: number = Code.FAIL) => new Refusal(code, message, null, 400);

/** Builds the refusal for a missing resource, or another member's: HTTP 404 with a result code. */
export const notFound = (message: string, code: number = Code.FAIL) => new Refusal(code, message, null, 404);

type PageQuery = { page: number; size?: number };

/** Returns one page of rows (numbered from 1). Its size is 10 by default and at most 100. */
export function pageOf<Item>({ page, size = 10 }: PageQuery, rows: Item[]) {
  const limit = Math.min(size, 100);
  const first = (page - 1) * limit;
  const pages = Math.ceil(rows.length / limit);
  return { page, pages, total: rows.length, rows: rows.slice(first, first + limit) };
}

/** Builds the `data` of most lists. */
export function listed<Item>(query: PageQuery, all: Item[], show: (row: Item) => object) {
  const { page, pages, total, rows } = pageOf(query, all);
  return { page, page_count: pages, stats: { total }, items: rows.map(show) };
}

/**
 * Converts a range of dates in Japan time to epoch ms, both days included. A missing date leaves that side open.
 *
 * @throws Refusal 400 for a range that ends before it begins
 */
export function japanRange({
  from = "0000-01-01",
  to = "9999-12-31",
}: Partial<Record<"from" | "to", string | undefined>>) {
  if (from > to) throw invalid("to: is before from");
  const start = (day: string) => Date.parse(`${day}T00:00:00+09:00`);
  return { from: start(from), to: start(to) + DAY - 1 };
}

/** @throws Refusal 404 when it is not an integer */
export function idOf(c: Call, name: string): number {
  const text = c.req.param(name) ?? "";
  if (!/^\d{1,9}$/.test(text)) throw notFound(`${name} is no id`);
  return Number(text);
}
