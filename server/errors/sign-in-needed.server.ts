/** A session whose cookies the response must set. */
export interface HasCookies {
  readonly setCookies: readonly string[];
}

/** A member's page or action was requested without a sign-in. web/error-response.server.ts redirects to the sign-in. */
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
