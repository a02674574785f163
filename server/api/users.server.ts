import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import type { TokenSource } from "./token-source";
import {
  type HistoryData,
  type HistoryItem,
  type HistoryRequest,
  type ProfileData,
} from "#server/wire/users";

/** GET /users/me: the member as they are now, balances included; `wallet` for WALLET. */
export async function getProfile(tokens: TokenSource): Promise<ProfileData> {
  return callApi(calls.profile, { tokens });
}

/**
 * GET /users/me/history, newest first.
 *
 * @param query `from` and `to` are days of Japan time (YYYY-MM-DD), both included
 * @param language of the notes, as a BCP 47 tag; the call itself has no field for it, so it goes as a header
 */
export async function getHistory(
  tokens: TokenSource,
  query: HistoryRequest,
  language?: string,
): Promise<HistoryData> {
  return callApi(calls.history, { query, tokens, language });
}

/** PATCH /users/me: the names. Answers the member as changed. */
export async function updateProfile(
  tokens: TokenSource,
  names: { firstName: string; lastName: string },
): Promise<ProfileData> {
  return callApi(calls.updateProfile, { json: names, tokens });
}

/** PATCH /users/me/password. @throws ApiError business 1115 or 1203 when the old one is wrong */
export async function changePassword(
  tokens: TokenSource,
  passwords: { oldPassword: string; newPassword: string },
): Promise<void> {
  await callApi(calls.changePassword, { json: passwords, tokens });
}

/** DELETE /users/me: schedules the deletion, 15 days from now. */
export async function deleteAccount(tokens: TokenSource): Promise<void> {
  await callApi(calls.deleteAccount, { tokens });
}

/** The largest page that the history screen offers (accounts-and-store.md section 9). */
const LARGEST_PAGE = 50;

/**
 * The whole history of a query, newest first, page after page: only one page is in memory at a time. Rows that
 * slide to the next page because new ones arrive meanwhile are handed out once.
 */
export async function* historyPages(
  tokens: TokenSource,
  query: Omit<HistoryRequest, "page" | "size">,
  language?: string,
): AsyncGenerator<HistoryItem[], void, undefined> {
  let before = new Set<HistoryItem["id"]>();
  for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
    const data = await getHistory(tokens, { ...query, page, size: LARGEST_PAGE }, language);
    const fresh = data.items.filter(({ id }) => !before.has(id));
    before = new Set(data.items.map(({ id }) => id));
    pageCount = data.page_count;
    if (fresh.length > 0) yield fresh;
  }
}
