import type { SuggestionSummary } from "~/domain/dao";
import type { Session } from "#server/session/session.server";
import { MOST_LIGHTS } from "./lights.server";

/**
 * Stores in the session which suggestions the member has voted in, from the suggestions that a page of governance has
 * just read. The island shows a paper crane for each, without an API call of its own
 * (docs/decisions/0054-task-heads.md).
 *
 * Votes are cast in the app, so the site learns of them when it reads a suggestion. Governance's home reads all of the
 * member's votes (`isWhole`): the first such read counts as what was there before, and makes no crane "new". A single
 * suggestion adds to these votes, and is ignored before the first such read.
 */
export async function rememberVotes(
  session: Session,
  suggestions: readonly Pick<SuggestionSummary, "id" | "myVote">[],
  { isWhole = false } = {},
): Promise<void> {
  const before = session.data.votes;
  if (!before && !isWhole) return;
  const voted = suggestions.filter(({ myVote }) => myVote !== undefined).map(({ id }) => id);
  const votes = [...new Set([...(before ?? []), ...voted])].slice(0, MOST_LIGHTS);
  if (before && votes.length === before.length) return;
  await session.update((draft) => {
    draft.votes = votes;
    if (!before) draft.island = [...(draft.island ?? []), "votes", ...votes.map((_, i) => `vote-${i + 1}`)];
  });
}
