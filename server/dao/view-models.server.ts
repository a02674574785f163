import { type PassType, passTypes, type SuggestionSummary, votingState } from "~/domain/dao";
import { remainingUntil } from "~/domain/remaining-time";
import { cleanHtml } from "#server/api/sanitize-html.server";
import * as clock from "#server/runtime/clock.server";
import type { Comment, DaoMemberListData, Debate, Suggestion } from "#server/wire/dao";

/** Returns the fields of a suggestion for cards and headings, without its text. */
function summaryOf(item: Suggestion): SuggestionSummary {
  const now = clock.now();
  const endAt = item.end_at;
  const summary = {
    id: item.id,
    type: item.type,
    title: item.title || undefined,
    status: item.status,
    accountName: item.account_name,
    createdAt: item.created_at,
    startAt: item.start_at,
    endAt,
    agree: item.agree_amount,
    against: item.against_amount,
    required: item.required_amount,
    voters: item.voter_count,
    debates: item.debate_count,
    myVote: item.my_vote,
  };
  const voting = votingState(summary, now);
  // The remaining time instead of the current time: the page's data changes only when its text does.
  return { ...summary, voting, left: voting === "open" && endAt ? remainingUntil(endAt, now) : undefined };
}

/** Returns a suggestion for lists, without what only its own page shows. */
export function suggestionOf(item: Suggestion) {
  const { startAt: _, ...shown } = summaryOf(item);
  return shown;
}

/** Returns a suggestion with its sanitised text; null when the API has none. */
export function detailOf(item: Suggestion | null) {
  if (!item) return null;
  return {
    ...summaryOf(item),
    html: cleanHtml(item.content ?? ""),
    reason: item.result_reason || undefined,
  };
}

export function debateSummaryOf(item: Debate) {
  return {
    id: item.id,
    title: item.title || undefined,
    accountName: item.account_name,
    createdAt: item.created_at,
    likes: item.like_count,
    isLiked: item.is_liked ?? false,
    comments: item.comment_count,
    isDeleted: item.is_deleted ?? false,
  };
}

/** Returns a debate with its sanitised text; "" when an administrator removed the debate. */
export function debateOf(item: Debate) {
  return { ...debateSummaryOf(item), html: item.is_deleted ? "" : cleanHtml(item.content ?? "") };
}

/** Returns a comment. Its content is plain text; "" when it was removed. */
export function commentOf(item: Comment) {
  return {
    id: item.id,
    parentId: item.parent_id,
    accountName: item.account_name,
    content: item.deleted_by ? "" : (item.content ?? ""),
    createdAt: item.created_at,
    likes: item.like_count,
    deletedBy: item.deleted_by || undefined,
  };
}

export function daoMemberOf(item: DaoMemberListData["items"][number]) {
  return {
    id: item.id,
    accountName: item.account_name,
    type: item.type,
    joinedAt: item.joined_at,
    amount: item.amount,
  };
}

type PassKey = `home:passes.${Lowercase<PassType>}.${"name" | "text"}`;

export function passesIn(t: (key: PassKey) => string) {
  return passTypes.map((type) => {
    const key = type.toLowerCase() as Lowercase<PassType>;
    return { type, name: t(`home:passes.${key}.name`), text: t(`home:passes.${key}.text`) };
  });
}
