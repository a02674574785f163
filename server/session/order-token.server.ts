import type { Session } from "./session.server";
import type { TokenSource } from "#server/api/token-source";
import { expiryOf, isGood } from "./tokens";

/** A call of the order service takes at most 5 s, so the token has to last that long. */
const AHEAD_MS = 5_000;

/**
 * The bearer for the order service: the e-commerce token of the session, once it has passed a validity check
 * (accounts-and-store.md section 6). One that has ended is renewed with the session first, because the access
 * token's renewal brings no new one; one that is missing or cannot be read is removed.
 *
 * @returns undefined when there is no valid token: no call may be made then
 * @throws ApiError when the token had to be renewed and the API did not answer
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

/** A token that cannot be replaced: what the order service refuses stays refused. */
function bearerOf(token: string): TokenSource {
  return { accessToken: () => Promise.resolve(token), renew: () => Promise.resolve(undefined) };
}
