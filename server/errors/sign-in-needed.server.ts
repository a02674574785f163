/** A session whose cookies the response must set. */
export interface HasCookies {
  readonly setCookies: readonly string[];
}

/**
 * The visitor requested a member's page or action without being signed in. It propagates through every route to
 * server/web/error-response.server.ts, which redirects to the sign-in.
 */
export class SignInNeeded extends Error {
  override readonly name = "SignInNeeded";

  /**
   * @param session the visitor's current session, without a member
   * @param backTo path to return to after the sign-in
   * @param hasEnded whether the visitor was signed in when the request began, so that a message explains the redirect
   */
  constructor(
    readonly session: HasCookies,
    readonly backTo: string,
    readonly hasEnded: boolean,
  ) {
    super(`sign-in needed for ${backTo}`);
  }
}
