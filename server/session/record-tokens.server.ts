import { readRecord, type SessionRecord } from "./records.server";
import { apiRefreshCalls } from "./refresh.server";
import { refresh } from "./refresher.server";
import type { TokenSource } from "#server/api/token-source";
import { isGood, REFRESH_EARLY_MS } from "./tokens";

/** Tokens of a session outside a request, for background work. */
export class TokensOfRecord implements TokenSource {
  readonly #key: string;
  #record: SessionRecord | undefined;

  private constructor(record: SessionRecord) {
    this.#key = record.key;
    this.#record = record;
  }

  /**
   * Opens the tokens of a session.
   *
   * @param key store key of the session
   * @returns undefined when the session has ended or is a guest's
   */
  static async of(key: string): Promise<TokensOfRecord | undefined> {
    const record = await readRecord(key);
    return record?.data.tokens ? new TokensOfRecord(record) : undefined;
  }

  async accessToken(): Promise<string | undefined> {
    const { accessToken: token, clockAhead } = this.#record?.data.tokens ?? {};
    return token === undefined || isGood(token, REFRESH_EARLY_MS, clockAhead) ? token : this.renew(token);
  }

  async renew(stale: string): Promise<string | undefined> {
    this.#record = await refresh(this.#key, { accessToken: stale }, apiRefreshCalls);
    return this.#record?.data.tokens?.accessToken;
  }

  /**
   * Returns the token source for the order service; undefined when none is valid.
   *
   * @throws ApiError when the token cannot be renewed
   */
  async forOrders(): Promise<TokenSource | undefined> {
    const { ecAccessToken: before, clockAhead } = this.#record?.data.tokens ?? {};
    if (!before) return undefined;
    if (!isGood(before, REFRESH_EARLY_MS, clockAhead)) {
      this.#record = await refresh(this.#key, { ecAccessToken: before }, apiRefreshCalls);
    }
    const now = this.#record?.data.tokens;
    const token = now?.ecAccessToken;
    if (!token || !isGood(token, 0, now?.clockAhead)) return undefined;
    return { accessToken: () => Promise.resolve(token), renew: () => Promise.resolve(undefined) };
  }
}
