import { z } from "zod";
import {
  MAX_REPORT_DETAIL,
  passTypes,
  reportReasons,
  reportTargets,
  suggestionSorts,
  suggestionStatuses,
  suggestionTypes,
} from "~/domain/dao";
import { defineCall, type WireCalls } from "./call";
import {
  maybe,
  moment,
  noData,
  numericId,
  optionalLine,
  pageRequest,
  paging,
  rows,
  softly,
  text,
  upTo,
} from "./common";

const time = softly(moment);
const number = softly(z.number().safe().nonnegative());
const flag = softly(z.boolean());

/** Every field except `id` is optional (governance.md). `content` is untrusted HTML; amounts are weighted by passes. */
const suggestion = z.object({
  id: numericId,
  type: softly(z.enum(suggestionTypes)),
  title: optionalLine,
  content: text,
  status: softly(z.enum(suggestionStatuses)),
  account_name: optionalLine,
  created_at: time,
  start_at: time,
  end_at: time,
  agree_amount: number,
  against_amount: number,
  voter_count: number,
  required_amount: number,
  debate_count: number,
  my_vote: softly(z.enum(["AGREE", "AGAINST"])),
  result_reason: text,
});
export type Suggestion = z.infer<typeof suggestion>;

const debate = z.object({
  id: numericId,
  title: optionalLine,
  content: text,
  account_name: optionalLine,
  created_at: time,
  like_count: number,
  is_liked: flag,
  comment_count: number,
  is_deleted: flag,
});
export type Debate = z.infer<typeof debate>;

/** `deleted_by` is ADMINISTRATOR (or USER) when the comment was removed; its content is empty then. */
const comment = z.object({
  id: numericId,
  parent_id: maybe(numericId),
  account_name: optionalLine,
  content: text,
  created_at: time,
  like_count: number,
  deleted_by: text,
});
export type Comment = z.infer<typeof comment>;

const daoMember = z.object({
  id: numericId,
  account_name: optionalLine,
  type: softly(z.enum(passTypes)),
  joined_at: time,
  amount: number,
});

/** As `listOf`, but missing data becomes an empty list: governance calls do not check `result`. */
function daoList<T extends z.ZodTypeAny>(item: T) {
  return z
    .object({ ...paging, items: maybe(rows(item)) })
    .nullish()
    .transform((data) => {
      const items: z.output<T>[] = data?.items ?? [];
      return {
        page: data?.page ?? 1,
        page_count: data?.page_count ?? (items.length > 0 ? 1 : 0),
        stats: { total: data?.stats?.total ?? items.length },
        items,
      };
    });
}

export const suggestionListData = daoList(suggestion);
export type SuggestionListData = z.infer<typeof suggestionListData>;
export const debateListData = daoList(debate);
export type DebateListData = z.infer<typeof debateListData>;
export const commentListData = daoList(comment);
export type CommentListData = z.infer<typeof commentListData>;
export const daoMemberListData = daoList(daoMember);
export type DaoMemberListData = z.infer<typeof daoMemberListData>;

const daoGet = defineCall({ method: "GET", auth: "member", hasLanguageHeader: true, ignoresResult: true });
const daoPost = defineCall({ method: "POST", auth: "member", ignoresResult: true, about: ["community"] });

export const calls = {
  suggestions: {
    ...daoGet("/dao/suggestions", {
      query: pageRequest.extend({
        type: z.enum(suggestionTypes).optional(),
        /** The member's own. */
        by: z.literal("me").optional(),
        status: z.enum(suggestionStatuses).optional(),
        sort: z.enum(suggestionSorts).optional(),
      }),
      data: suggestionListData,
    }),
    proposed: ["sort=ENDING"],
  },
  /** Null when there is no such suggestion. */
  suggestion: daoGet("/dao/suggestions/{sId}", {
    data: suggestion.nullish().transform((data) => data ?? null),
  }),
  debates: daoGet("/dao/suggestions/{sId}/debates", { query: pageRequest, data: debateListData }),
  comments: daoGet("/dao/suggestions/{sId}/debates/{dId}/comments", {
    query: pageRequest,
    data: commentListData,
  }),
  /**
   * Returns the state after the call. Idempotent: a double press or a stale page never counts twice (governance.md). No
   * call removes a like.
   */
  likeDebate: daoPost("/dao/suggestions/{sId}/debates/{dId}/like", {
    data: z
      .object({ like_count: number, is_liked: flag })
      .nullish()
      .transform((data) => data ?? {}),
  }),
  /** A repeated report by the same member succeeds. */
  report: daoPost("/dao/report", {
    about: ["community", "text"],
    json: z.object({
      targetType: z.enum(reportTargets),
      targetId: numericId,
      reason: z.enum(reportReasons),
      detail: upTo(MAX_REPORT_DETAIL).default(""),
    }),
    data: noData,
  }),
  daoMembers: daoGet("/dao/members", {
    query: pageRequest.extend({ type: z.enum(passTypes).optional() }),
    data: daoMemberListData,
  }),
} as const satisfies WireCalls;
