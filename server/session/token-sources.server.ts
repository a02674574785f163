import type { TokenSource } from "#server/api/token-source";
import { readRecord, recordsOf, type SessionRecord } from "./records.server";
import { refresh } from "./refresher.server";
import type { Session } from "./session.server";
import { expiryOf, isGood, REFRESH_EARLY_MS } from "./tokens";

/** Timeout of the order service's calls: the token must last that long. */
const AHEAD_MS = 5_000;

/**
 * Returns the token source for the order service (accounts-and-store.md section 6); undefined without a valid token: no
 * call may be made then. Restores the session when the token has expired, because renewing the access token returns no
 * new one. Removes a token that is unreadable or that the restored session did not replace.
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

/** Sessions of one member that are tried for one read. */
const MOST_SESSIONS = 3;

/** Tokens of a session outside a request, for background work. */
export class TokensOfRecord implements TokenSource {
  // Private also at run time, so that no log shows the tokens.
  readonly #key: string;
  #record: SessionRecord | undefined;

  private constructor(record: SessionRecord) {
    this.#key = record.key;
    this.#record = record;
  }

  /** Opens the tokens of a session by its store key; undefined when it has ended or is a guest's. */
  static async of(key: string): Promise<TokensOfRecord | undefined> {
    const record = await readRecord(key);
    return record?.data.tokens ? new TokensOfRecord(record) : undefined;
  }

  /**
   * Opens the tokens of a member's sessions, at most three, the last used first. Does not extend their life.
   *
   * @param owner from `ownerOf`
   */
  static async ofMember(owner: string): Promise<TokensOfRecord[]> {
    const lastUsed = ({ data }: SessionRecord) => data.signedIn?.lastUsed ?? 0;
    const records = await recordsOf(owner);
    records.sort((one, other) => lastUsed(other) - lastUsed(one));
    return records.slice(0, MOST_SESSIONS).map((record) => new TokensOfRecord(record));
  }

  async accessToken(): Promise<string | undefined> {
    const { accessToken: token, clockAhead } = this.#record?.data.tokens ?? {};
    return token === undefined || isGood(token, REFRESH_EARLY_MS, clockAhead) ? token : this.renew(token);
  }

  async renew(stale: string): Promise<string | undefined> {
    this.#record = await refresh(this.#key, { accessToken: stale });
    return this.#record?.data.tokens?.accessToken;
  }

  /** Returns the token source for the order service; undefined when none is valid. */
  async forOrders(): Promise<TokenSource | undefined> {
    const before = this.#record?.data.tokens;
    if (!before?.ecAccessToken) return undefined;
    if (!isGood(before.ecAccessToken, REFRESH_EARLY_MS, before.clockAhead)) {
      this.#record = await refresh(this.#key, { ecAccessToken: before.ecAccessToken });
    }
    const { ecAccessToken: token = "", clockAhead } = this.#record?.data.tokens ?? {};
    return isGood(token, 0, clockAhead) ? bearerOf(token) : undefined;
  }
}
