import { readPage } from "~/domain/page-window";
import { partResult, type PartResult } from "#server/errors/settled-part.server";

/**
 * Waits for the call of one part of a governance page: when it fails, only this part says so and the rest of the
 * page stays (governance.md: governance calls do not stop a page).
 *
 * @param whole statuses with which the whole page fails, because there is nothing to show around this part
 * @throws ApiError with one of those; and 401: the page has lost its member then
 */
export function daoPart<Value>(
  call: Promise<Value>,
  whole: readonly number[] = [],
): Promise<PartResult<Value>> {
  return partResult(call, [401, ...whole]);
}

/** Reads a page of a list; a page outside its range is page 1 (docs/decisions/0002). */
export async function readListed<List extends { page_count: number }>(
  read: (page: number) => Promise<List>,
  asked: number,
): Promise<{ page: number; list: List }> {
  const first = await read(asked);
  const page = readPage(asked, first.page_count);
  return { page, list: page === asked ? first : await read(page) };
}
