/**
 * Where the API client gets the bearer token of a call. The session is one; the client knows no more of
 * it than this, so that session and client do not import each other.
 */
export interface TokenSource {
  /**
   * A token that is good for at least some seconds; refreshed when it is about to expire.
   *
   * @returns undefined when the visitor is not, or no longer, signed in
   * @throws ApiError when a refresh was needed and the API could not be reached or answered nonsense
   */
  accessToken(): Promise<string | undefined>;

  /**
   * Replaces a token that the API refused (401).
   *
   * @param stale the refused token; when another request replaced it already, no refresh is made
   * @returns undefined when the session has ended
   * @throws ApiError as `accessToken`
   */
  renew(stale: string): Promise<string | undefined>;

  /**
   * What a call throws in place of the catalogue's 401 when it has shown that the session ended elsewhere, so that
   * every screen leads to the sign-in without a line of its own.
   *
   * @returns undefined when the session has not ended: the 401 is then the call's own
   */
  endedError?(): Error | undefined;
}
