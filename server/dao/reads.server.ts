import { readPage } from "~/domain/page-window";
import { partResult, type PartResult } from "#server/errors/settled-part.server";

/**
 * Awaits the call of one part of a governance page. If it fails, only this part shows an error (governance.md:
 * governance calls do not stop a page).
 *
 * @param whole statuses that fail the whole page, because nothing can be shown around this part
 * @throws ApiError with one of these statuses, or with 401: the member's session has ended
 */
export function daoPart<Value>(
  call: Promise<Value>,
  whole: readonly number[] = [],
): Promise<PartResult<Value>> {
  return partResult(call, [401, ...whole]);
}

/** Reads a page of a list; a page out of range is page 1 (docs/decisions/0002). */
export async function readListed<List extends { page_count: number }>(
  read: (page: number) => Promise<List>,
  asked: number,
): Promise<{ page: number; list: List }> {
  const first = await read(asked);
  const page = readPage(asked, first.page_count);
  return { page, list: page === asked ? first : await read(page) };
}
