import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import type { TokenSource } from "./token-source";
import type { HistoryItem, HistoryRequest } from "#server/wire/users";

/** Reads the member with current balances (GET /users/me); `wallet` only for WALLET. */
export const getProfile = (tokens: TokenSource) => callApi(calls.profile, { tokens });

/**
 * Reads the history, newest first.
 *
 * @param query `from` and `to` are dates in Japan time (YYYY-MM-DD), both inclusive
 * @param language of the notes, as a BCP 47 tag; sent as a header, because the call has no field for it
 */
export const getHistory = (tokens: TokenSource, query: HistoryRequest, language?: string) =>
  callApi(calls.history, { query, tokens, language });

export const updateProfile = (tokens: TokenSource, names: { firstName: string; lastName: string }) =>
  callApi(calls.updateProfile, { json: names, tokens });

/** @throws ApiError business 1115 or 1203 when the old password is wrong */
export const changePassword = (
  tokens: TokenSource,
  passwords: { oldPassword: string; newPassword: string },
) => callApi(calls.changePassword, { json: passwords, tokens });

export const deleteAccount = (tokens: TokenSource) => callApi(calls.deleteAccount, { tokens });

/** The largest page size of the history screen (accounts-and-store.md section 9). */
const LARGEST_PAGE = 50;

/** Yields a query's whole history, one page at a time. Rows that new ones push to the next page are yielded once. */
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
