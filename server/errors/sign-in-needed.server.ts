/** A session whose cookies the response must set. */
export interface HasCookies {
  readonly setCookies: readonly string[];
}

/** A member's page or action was requested without a sign-in. web/error-response.server.ts redirects to the sign-in. */
export class SignInNeeded extends Error {
  override readonly name = "SignInNeeded";

  /** @param hasEnded whether the visitor was signed in when the request began, so that a message says why */
  constructor(
    readonly session: HasCookies,
    readonly backTo: string,
    readonly hasEnded: boolean,
  ) {
    super(`sign-in needed for ${backTo}`);
  }
}
