import type { SuggestionSummary } from "~/domain/dao";
import type { PartResult } from "#server/errors/settled-part.server";
import type { suggestionsOf } from "#server/dao/view-models.server";

export type ListPart = PartResult<ReturnType<typeof suggestionsOf>>;

/** How many of each there are to see at a glance; the rest is one link away. */
const SHOWN = 3;

/** One of the three: what is there, and how many there are; or why it cannot be told. */
type Group = PartResult<{ items: SuggestionSummary[]; total: number }>;

export interface GlanceData {
  /** Open votes that the member has not voted in, those that end first in front. */
  toVote: Group;
  /** What the member has suggested, newest first. */
  mine: Group;
  /** What the member has voted in: open votes first, then the latest results. */
  votes: Group;
}

/**
 * A member's governance out of five lists. The API has no call for it: a list tells in each suggestion how its reader
 * voted, so what is told of votes goes as far back as the first page of each list does.
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
