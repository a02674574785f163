import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import type { TokenSource } from "./token-source";
import {
  type CommentListData,
  type DaoMemberListData,
  type DaoMemberListRequest,
  type DebateListData,
  type LikeData,
  type ReportRequest,
  type SuggestionDetailData,
  type SuggestionListData,
  type SuggestionListRequest,
} from "#server/wire/dao";

interface Reader {
  tokens: TokenSource;
  /** Interface language, sent as Accept-Language, because the DAO calls have no language field. */
  language: string;
}

export async function listSuggestions(
  reader: Reader,
  query: SuggestionListRequest,
): Promise<SuggestionListData> {
  return callApi(calls.suggestions, { ...reader, query });
}

/** Reads a suggestion (GET /dao/suggestions/{id}); null when it does not exist. `content` is untrusted HTML. */
export async function getSuggestion(reader: Reader, sId: number): Promise<SuggestionDetailData> {
  return callApi(calls.suggestion, { ...reader, params: { sId } });
}

export async function listDebates(reader: Reader, sId: number, page: number): Promise<DebateListData> {
  return callApi(calls.debates, { ...reader, params: { sId }, query: { page } });
}

export async function listComments(
  reader: Reader,
  { sId, dId }: { sId: number; dId: number },
  page: number,
): Promise<CommentListData> {
  return callApi(calls.comments, { ...reader, params: { sId, dId }, query: { page } });
}

/** Likes a debate (POST /dao/suggestions/{sId}/debates/{dId}/like). Idempotent; no call removes a like. */
export async function likeDebate(
  tokens: TokenSource,
  { sId, dId }: { sId: number; dId: number },
): Promise<LikeData> {
  return callApi(calls.likeDebate, { params: { sId, dId }, tokens });
}

/** Reports content (POST /dao/report). The API reports success for a repeated report too. */
export async function report(tokens: TokenSource, payload: ReportRequest): Promise<void> {
  await callApi(calls.report, { json: payload, tokens });
}

export async function listDaoMembers(
  reader: Reader,
  query: DaoMemberListRequest,
): Promise<DaoMemberListData> {
  return callApi(calls.daoMembers, { ...reader, query });
}
