import type { z } from "zod";
import { callApi } from "#server/api.server";
import type { TokenSource } from "#server/session/token-source";
import { noData } from "#server/wire/common";
import {
  commentListData,
  type CommentListData,
  daoMemberListData,
  type DaoMemberListData,
  debateListData,
  type DebateListData,
  likeData,
  type LikeData,
  type ReportRequest,
  suggestionDetailData,
  type SuggestionDetailData,
  suggestionListData,
  type SuggestionListData,
  type SuggestionListRequest,
} from "#server/wire/dao";

interface Reader {
  tokens: TokenSource;
  /** The interface language: governance calls carry none of their own, so it goes as Accept-Language. */
  language: string;
}

/** Governance calls do not check `result` (governance.md): a 0 with data is shown. */
async function read<Schema extends z.ZodTypeAny>(
  { tokens, language }: Reader,
  path: string,
  data: Schema,
  query: Record<string, string | number | undefined> = {},
) {
  return callApi({ method: "GET", path, query, tokens, language, data, ignoreResult: true });
}

/** GET /dao/suggestions */
export async function listSuggestions(
  reader: Reader,
  query: SuggestionListRequest,
): Promise<SuggestionListData> {
  return read(reader, "/dao/suggestions", suggestionListData, { ...query });
}

/** GET /dao/suggestions/{id}; null when there is none. `content` is untrusted HTML. */
export async function getSuggestion(reader: Reader, sId: number): Promise<SuggestionDetailData> {
  return read(reader, `/dao/suggestions/${sId}`, suggestionDetailData);
}

/** GET /dao/suggestions/{sId}/debates */
export async function listDebates(reader: Reader, sId: number, page: number): Promise<DebateListData> {
  return read(reader, `/dao/suggestions/${sId}/debates`, debateListData, { page });
}

/** GET /dao/suggestions/{sId}/debates/{dId}/comments */
export async function listComments(
  reader: Reader,
  { sId, dId }: { sId: number; dId: number },
  page: number,
): Promise<CommentListData> {
  return read(reader, `/dao/suggestions/${sId}/debates/${dId}/comments`, commentListData, { page });
}

/**
 * POST /dao/suggestions/{sId}/debates/{dId}/like. The specification's empty body likes, and a second time is
 * still one like; to take it back, `{is_liked: false}` is sent, which the specification has no call for.
 */
export async function likeDebate(
  tokens: TokenSource,
  { sId, dId }: { sId: number; dId: number },
  liked: boolean,
): Promise<LikeData> {
  return callApi({
    method: "POST",
    path: `/dao/suggestions/${sId}/debates/${dId}/like`,
    ...(liked ? {} : { json: { is_liked: false } }),
    tokens,
    data: likeData,
    ignoreResult: true,
  });
}

/** POST /dao/report; a second report of the same thing is answered as done. */
export async function report(tokens: TokenSource, payload: ReportRequest): Promise<void> {
  await callApi({
    method: "POST",
    path: "/dao/report",
    json: payload,
    tokens,
    data: noData,
    ignoreResult: true,
  });
}

/** GET /dao/members */
export async function listDaoMembers(
  reader: Reader,
  query: { type?: string | undefined; page: number },
): Promise<DaoMemberListData> {
  return read(reader, "/dao/members", daoMemberListData, query);
}
