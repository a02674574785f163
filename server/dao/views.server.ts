import type { PassType, SuggestionSummary } from "~/domain/dao";
import { passTypes } from "~/domain/dao";
import type { translator } from "~/i18n/i18n.server";
import type { Suggestion, SuggestionListData } from "#server/wire/dao";

/** What a card or a head shows of a suggestion; its text stays behind. */
export function summaryOf(item: Suggestion): SuggestionSummary {
  return {
    id: item.id,
    type: item.type,
    title: item.title || undefined,
    status: item.status,
    accountName: item.account_name,
    createdAt: item.created_at,
    startAt: item.start_at,
    endAt: item.end_at,
    agree: item.agree_amount,
    against: item.against_amount,
    required: item.required_amount,
    voters: item.voter_count,
    debates: item.debate_count,
    myVote: item.my_vote,
  };
}

export function listView(list: SuggestionListData) {
  return { total: list.stats.total, totalPages: list.page_count, items: list.items.map(summaryOf) };
}

export interface PassView {
  type: PassType;
  name: string;
  text: string;
}

/** The six passes in the visitor's language. Their words are those of the home page, so that they are said once. */
export function passesIn(t: ReturnType<typeof translator>): PassView[] {
  return passTypes.map((type) => {
    const key = type.toLowerCase() as Lowercase<PassType>;
    return { type, name: t(`home:passes.${key}.name`), text: t(`home:passes.${key}.text`) };
  });
}
