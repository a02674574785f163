import { readPage } from "~/domain/page-window";
import { partResult } from "#server/errors/settled-part.server";
import { z } from "zod";
import { defineForm } from "#server/forms/define-form.server";

/** Awaits a part of a governance page. If it fails, only this part shows an error (governance.md), except for a 401. */
export const daoPart = <Value>(call: Promise<Value>) => partResult(call, [401]);

/** Reads a page of a list; a page out of range is page 1 (docs/decisions/0002). */
export async function readListed<List extends { page_count: number }>(
  read: (page: number) => Promise<List>,
  asked: number,
): Promise<{ page: number; list: List }> {
  const first = await read(asked);
  const page = readPage(asked, first.page_count);
  return { page, list: page === asked ? first : await read(page) };
}

/** Like button of a debate: a form without fields, signed for the member. */
export const likeForm = defineForm({ name: "like", who: "member", schema: z.object({}), fields: [] });
