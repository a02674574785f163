import { readPage } from "~/domain/page-window";
import { callApi } from "#server/api/api.server";
import type { TokenSource } from "#server/api/token-source";
import { partResult } from "#server/errors/settled-part.server";
import { z } from "zod";
import { defineForm } from "#server/forms/define-form.server";
import type { calls } from "#server/wire/calls";
import { suggestionOf } from "./view-models.server";

/** Awaits a part of a governance page. If it fails, only this part shows an error (governance.md), except for a 401. */
export function daoPart<Value>(call: Promise<Value>) {
  return partResult(call, [401]);
}

/** Reads a page of a list, each item as `viewOf` returns it; a page out of range is page 1 (docs/decisions/0002). */
export async function readListed<Item, View>(
  read: (page: number) => Promise<{ page_count: number; stats: { total: number }; items: Item[] }>,
  asked: number,
  viewOf: (item: Item) => View,
) {
  const first = await read(asked);
  const page = readPage(asked, first.page_count);
  const { items, page_count, stats } = page === asked ? first : await read(page);
  return { page, total: stats.total, totalPages: page_count, items: items.map((item) => viewOf(item)) };
}

/** Reads a page of suggestions, the first by default, as a part of a page (`daoPart`). */
export function suggestionsPart(
  reader: { tokens: TokenSource; language: string },
  { page: asked = 1, ...filters }: Partial<z.input<typeof calls.suggestions.query>>,
) {
  const read = (page: number) => callApi("suggestions", { ...reader, query: { ...filters, page } });
  return daoPart(readListed(read, asked, suggestionOf));
}

/** Like button of a debate: a form without fields, signed for the member. */
export const likeForm = defineForm({ name: "like", who: "member", schema: z.object({}), fields: [] });
