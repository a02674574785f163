/** Provides the bearer token of an API call. The session implements it, so the two do not import each other. */
export interface TokenSource {
  /**
   * Returns a token that is valid for at least a few seconds; undefined when the visitor is not signed in (any more).
   *
   * @throws ApiError when a refresh was needed and the API was unreachable or sent an invalid response
   */
  accessToken(): Promise<string | undefined>;

  /**
   * Replaces a token that the API refused (401), unless another request has already replaced it; undefined when the
   * session has ended. @throws ApiError as `accessToken`
   */
  renew(stale: string): Promise<string | undefined>;

  /**
   * Returns the error that redirects every screen to the sign-in page when the session ended elsewhere; undefined when
   * the 401 concerns the call itself.
   */
  endedError?(): Error | undefined;
}
