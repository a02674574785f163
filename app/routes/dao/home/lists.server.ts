import type { Language } from "~/domain/language-tag";
import type { SuggestionSummary } from "~/domain/dao";
import { suggestionsPart } from "~/routes/dao/reads.server";
import { ApiError } from "#server/errors/api-error";
import type { PartResult } from "#server/errors/settled-part.server";
import { rememberVotes } from "#server/island/inputs.server";
import type { Session } from "#server/session/session.server";

/** Maximum number of items per list, and per group of the overview; a link leads to the rest. */
const [LISTED, GROUPED] = [4, 3];

export type ListPart = PartResult<{ items: SuggestionSummary[]; total: number }>;

/**
 * Loads votes in progress, the latest suggestions and the member's overview, or null if the session has ended. All
 * calls run in parallel; the three other lists provide the results of the member's suggestions and votes
 * (docs/decisions/0050).
 */
export async function listsFor(session: Session, language: Language) {
  const reader = { tokens: session, language };
  try {
    const [voting, latest, mine, passed, rejected] = await Promise.all([
      suggestionsPart(reader, { status: "IN_PROGRESS", sort: "ENDING" }),
      suggestionsPart(reader, { sort: "LATEST" }),
      suggestionsPart(reader, { by: "me" }),
      suggestionsPart(reader, { status: "PASSED" }),
      suggestionsPart(reader, { status: "REJECTED" }),
    ]);
    if (voting.ok && passed.ok && rejected.ok) {
      const items = [voting, passed, rejected].flatMap(({ value }) => value.items);
      await rememberVotes(session, items, { isWhole: true });
    }
    return {
      voting: firstOf(voting, LISTED),
      latest: firstOf(latest, LISTED),
      glance: glanceOf(voting, mine, [passed, rejected]),
    };
  } catch (error) {
    // This page is public: guests get the explanation and the sign-in.
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/**
 * Returns the member's overview from the lists. The API has no call for it, but each suggestion in a list contains
 * the reader's vote, so votes are only known from the first page of each list.
 */
function glanceOf(voting: ListPart, mine: ListPart, decided: ListPart[]) {
  const voted = (items: SuggestionSummary[]) => items.filter(({ my_vote }) => my_vote !== undefined);
  const results = decided
    .flatMap((part) => (part.ok ? voted(part.value.items) : []))
    .sort((a, b) => (b.end_at ?? "").localeCompare(a.end_at ?? ""));
  return {
    /** Open votes in which the member has not voted, earliest end first. */
    toVote: groupOf(voting, (items) =>
      items.filter(({ voting: state, my_vote }) => state === "open" && my_vote === undefined),
    ),
    /** The member's suggestions, newest first. */
    mine: firstOf(mine, GROUPED),
    /** Suggestions the member has voted in: open votes first, then the latest results. */
    votes: decided.find((part) => !part.ok) ?? groupOf(voting, (items) => [...voted(items), ...results]),
  };
}

const firstOf = (part: ListPart, most: number): ListPart =>
  part.ok ? { ok: true, value: { ...part.value, items: part.value.items.slice(0, most) } } : part;

function groupOf(part: ListPart, pick: (items: SuggestionSummary[]) => SuggestionSummary[]): ListPart {
  if (!part.ok) return part;
  const items = pick(part.value.items);
  return firstOf({ ok: true, value: { items, total: items.length } }, GROUPED);
}
