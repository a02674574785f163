import { readPage } from "~/domain/page-window";
import { ApiError } from "#server/errors/api-error";

/** A part of a page that has a call of its own: its data, or the catalogue's message in its place. */
export type Part<Value> = { ok: true; value: Value } | { ok: false; messageKey: string };

/**
 * Waits for a part's call. When it fails, only this part says so and the rest of the page stays (governance.md:
 * governance calls do not stop a page). `settle` (settled.server.ts), for my page,
 * takes a 401 for a failure of the part as well.
 *
 * @param whole statuses with which the whole page fails, because there is nothing to show around this part
 * @throws ApiError with one of those; and 401: the page has lost its member then
 */
export async function part<Value>(call: Promise<Value>, whole: readonly number[] = []): Promise<Part<Value>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (!(error instanceof ApiError) || [401, ...whole].includes(error.status)) throw error;
    return { ok: false, messageKey: error.messageKey };
  }
}

/** Reads a page of a list; a page outside its range is page 1 (decisions.md). */
export async function readListed<List extends { page_count: number }>(
  read: (page: number) => Promise<List>,
  asked: number,
): Promise<{ page: number; list: List }> {
  const first = await read(asked);
  const page = readPage(asked, first.page_count);
  return { page, list: page === asked ? first : await read(page) };
}
