/** A session, as far as its response headers are concerned. */
export interface HasCookies {
  readonly setCookies: readonly string[];
}

/**
 * The visitor is not signed in, or no longer, and asked for something of a member's. Passes through every route up to
 * server/web/error-response.server.ts, which redirects to the sign-in.
 */
export class SignInNeeded extends Error {
  override readonly name = "SignInNeeded";

  /**
   * @param session of the visitor, as it is now: without a member
   * @param backTo the path that a sign-in leads back to
   * @param hasEnded whether the visitor was signed in when the request began: a message says so
   */
  constructor(
    readonly session: HasCookies,
    readonly backTo: string,
    readonly hasEnded: boolean,
  ) {
    super(`sign-in needed for ${backTo}`);
  }
}
