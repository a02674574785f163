import type { Session } from "./session.server";
import type { TokenSource } from "#server/api/token-source";
import { expiryOf, isGood } from "./tokens";

/** Order service calls time out after 5 s, so the token must last that long. */
const AHEAD_MS = 5_000;

/**
 * Returns the token source for the order service: the session's e-commerce token after a validity check
 * (accounts-and-store.md section 6). Restores the session when the token has expired, because renewing the access
 * token returns no new one. Removes a token that is unreadable or that the restored session did not replace.
 *
 * @returns undefined without a valid token: no call may be made then
 * @throws ApiError when the token had to be renewed and the API did not respond
 */
export async function orderTokens(session: Session): Promise<TokenSource | undefined> {
  const token = session.data.tokens?.ecAccessToken;
  const isFresh = (bearer: string) => isGood(bearer, AHEAD_MS, session.data.tokens?.clockAhead);
  if (token && isFresh(token)) return bearerOf(token);
  if (token && expiryOf(token) !== undefined) {
    const renewed = await session.renewOrderToken(token);
    if (renewed && isFresh(renewed)) return bearerOf(renewed);
  }
  if (token) {
    await session.update((draft) => {
      if (draft.tokens?.ecAccessToken === token) draft.tokens.ecAccessToken = "";
    });
  }
  return undefined;
}

/** Returns a token source without renewal: a refusal by the order service is final. */
function bearerOf(token: string): TokenSource {
  return { accessToken: () => Promise.resolve(token), renew: () => Promise.resolve(undefined) };
}
