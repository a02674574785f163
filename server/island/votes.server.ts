import type { SuggestionSummary } from "~/domain/dao";
import type { Session } from "#server/session/session.server";
import { MOST_LIGHTS } from "./lights.server";

/**
 * Stores in the session which suggestions the member has voted in, as a page of governance has just read them: the
 * island shows a paper crane for each, and needs no call of the API for it (docs/decisions/0054-task-heads.md).
 *
 * Votes are cast in the app. Governance's home reads the member's votes (`isWhole`); the first time they are what was
 * there before, so none of them is new. A single suggestion adds to them, and is ignored before.
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
