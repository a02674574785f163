import type { z } from "zod";
import { type PassType, passTypes, type SuggestionSummary, votingState } from "~/domain/dao";
import { instant } from "~/domain/instant";
import type { Language } from "~/domain/language-tag";
import { loadPage } from "~/domain/list";
import { remainingUntil } from "~/domain/remaining-time";
import { callApi } from "#server/api/api.server";
import { cleanHtml } from "#server/api/sanitize-html.server";
import type { TokenSource } from "#server/api/token-source";
import { partResult } from "#server/errors/settled-part.server";
import * as clock from "#server/runtime/clock.server";
import type { calls } from "#server/wire/calls";
import type { Comment, Debate, Suggestion } from "#server/wire/dao";

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
  const { page, response } = await loadPage(asked, read, ({ page_count }) => page_count);
  const { items, page_count, stats } = response;
  return { page, total: stats.total, totalPages: page_count, items: items.map((item) => viewOf(item)) };
}

/**
 * Reads a page of suggestions, the first by default, as a part of a page (`daoPart`). Votes in progress that end soon
 * are ordered here too: an API may not know `sort=ENDING` (contract/openapi.yaml).
 */
export function suggestionsPart(
  reader: { tokens: TokenSource; language: Language },
  { page: asked = 1, ...filters }: Partial<z.input<typeof calls.suggestions.query>>,
) {
  const read = (page: number) => callApi("suggestions", { ...reader, query: { ...filters, page } });
  const isByEnd = filters.status === "IN_PROGRESS" && filters.sort === "ENDING";
  return daoPart(
    readListed(read, asked, suggestionOf).then((list) =>
      isByEnd ? { ...list, items: [...list.items].sort(byEnd) } : list,
    ),
  );
}

/** Comparator: the earliest end first; suggestions without an end come last. */
const byEnd = (a: SuggestionSummary, b: SuggestionSummary) =>
  (a.end_at ? instant(a.end_at) : Infinity) - (b.end_at ? instant(b.end_at) : Infinity) || 0;

function withVoting(item: Suggestion) {
  const now = clock.now();
  const voting = votingState(item, now);
  // The remaining time instead of the current time: the page's data changes only when its text does.
  const left = voting === "open" && item.end_at ? remainingUntil(item.end_at, now) : undefined;
  return { ...item, voting, left };
}

/** Returns a suggestion for lists, without what only its own page shows. */
function suggestionOf(item: Suggestion) {
  const { content: _, result_reason: __, start_at: ___, ...shown } = withVoting(item);
  return shown;
}

/** Returns a suggestion with its sanitised text; null when the API has none. */
export function detailOf(item: Suggestion | null) {
  if (!item) return null;
  const { content = "", ...shown } = withVoting(item);
  return { ...shown, html: cleanHtml(content) };
}

/** Returns a debate for lists, without its text. */
export function debateSummaryOf({ content: _, ...shown }: Debate) {
  return shown;
}

/** Returns a debate with its sanitised text; "" when an administrator removed the debate. */
export function debateOf({ content = "", ...shown }: Debate) {
  return { ...shown, html: shown.is_deleted ? "" : cleanHtml(content) };
}

/** Returns a comment. Its content is plain text; "" when it was removed. */
export function commentOf({ content = "", ...shown }: Comment) {
  return { ...shown, content: shown.deleted_by ? "" : content };
}

type PassKey = `home:passes.${Lowercase<PassType>}.${"name" | "text"}`;

export function passesIn(t: (key: PassKey) => string) {
  return passTypes.map((type) => {
    const key = type.toLowerCase() as Lowercase<PassType>;
    return { type, name: t(`home:passes.${key}.name`), text: t(`home:passes.${key}.text`) };
  });
}
