/**
 * Provides the bearer token of an API call. The session implements it, so that session and API client do not import
 * each other.
 */
export interface TokenSource {
  /**
   * Returns a token that is valid for at least a few seconds. Refreshes it when it is about to expire.
   *
   * @returns undefined when the visitor is not signed in (any more)
   * @throws ApiError when a refresh was needed and the API was unreachable or sent an invalid response
   */
  accessToken(): Promise<string | undefined>;

  /**
   * Replaces a token that the API refused (401).
   *
   * @param stale the refused token; if another request has already replaced it, no refresh is made
   * @returns undefined when the session has ended
   * @throws ApiError as `accessToken`
   */
  renew(stale: string): Promise<string | undefined>;

  /**
   * Returns the error to throw instead of the catalogue's 401 when the session ended elsewhere, so that every screen
   * redirects to the sign-in page.
   *
   * @returns undefined when the session has not ended: the 401 then concerns the call itself
   */
  endedError?(): Error | undefined;
}
