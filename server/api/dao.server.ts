import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import type { TokenSource } from "./token-source";
import type { DaoMemberListRequest, ReportRequest, SuggestionListRequest } from "#server/wire/dao";

interface Reader {
  tokens: TokenSource;
  /** Interface language, sent as Accept-Language, because the DAO calls have no language field. */
  language: string;
}

interface DebateIds {
  sId: number;
  dId: number;
}

export const listSuggestions = (reader: Reader, query: SuggestionListRequest) =>
  callApi(calls.suggestions, { ...reader, query });

/** Reads a suggestion (GET /dao/suggestions/{id}); null when it does not exist. `content` is untrusted HTML. */
export const getSuggestion = (reader: Reader, sId: number) =>
  callApi(calls.suggestion, { ...reader, params: { sId } });

export const listDebates = (reader: Reader, sId: number, page: number) =>
  callApi(calls.debates, { ...reader, params: { sId }, query: { page } });

export const listComments = (reader: Reader, params: DebateIds, page: number) =>
  callApi(calls.comments, { ...reader, params, query: { page } });

/** Likes a debate (POST /dao/suggestions/{sId}/debates/{dId}/like). Idempotent; no call removes a like. */
export const likeDebate = (tokens: TokenSource, params: DebateIds) =>
  callApi(calls.likeDebate, { params, tokens });

/** Reports content (POST /dao/report). The API reports success for a repeated report too. */
export const report = (tokens: TokenSource, json: ReportRequest) => callApi(calls.report, { json, tokens });

export const listDaoMembers = (reader: Reader, query: DaoMemberListRequest) =>
  callApi(calls.daoMembers, { ...reader, query });
