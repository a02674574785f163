import type { SuggestionSummary } from "~/domain/dao";
import type { PartResult } from "#server/errors/settled-part.server";
import type { suggestionsOf } from "#server/dao/view-models.server";

export type ListPart = PartResult<ReturnType<typeof suggestionsOf>>;

/** Maximum number of items per group; a link leads to the rest. */
const SHOWN = 3;

/** One of the three groups: its items and their number, or the reason why they could not be read. */
type Group = PartResult<{ items: SuggestionSummary[]; total: number }>;

export interface GlanceData {
  /** Open votes in which the member has not voted, earliest end first. */
  toVote: Group;
  /** The member's suggestions, newest first. */
  mine: Group;
  /** Suggestions the member has voted in: open votes first, then the latest results. */
  votes: Group;
}

/**
 * Returns the member's overview from five lists. The API has no call for it, but each suggestion in a list contains
 * the reader's vote, so votes are only known from the first page of each list.
 */
export function glanceOf(parts: { voting: ListPart; mine: ListPart; decided: ListPart[] }): GlanceData {
  const { voting, mine, decided } = parts;
  const group = (part: ListPart, pick: (items: SuggestionSummary[]) => SuggestionSummary[]): Group => {
    if (!part.ok) return part;
    const items = pick(part.value.items);
    return { ok: true, value: { items: items.slice(0, SHOWN), total: items.length } };
  };
  const voted = (items: SuggestionSummary[]) => items.filter(({ myVote }) => myVote !== undefined);
  const missing = decided.find((part) => !part.ok);
  const results = decided
    .flatMap((part) => (part.ok ? voted(part.value.items) : []))
    .sort((a, b) => (b.endAt ?? "").localeCompare(a.endAt ?? ""));
  return {
    toVote: group(voting, (items) =>
      items.filter(({ voting: state, myVote }) => state === "open" && myVote === undefined),
    ),
    mine: mine.ok
      ? { ok: true, value: { items: mine.value.items.slice(0, SHOWN), total: mine.value.total } }
      : mine,
    votes: missing ?? group(voting, (items) => [...voted(items), ...results]),
  };
}
