import { replace } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { type HasCookies, leaveTo, withCookie } from "./answers.server";

/**
 * Nobody is signed in, or nobody any more, and what was asked for is a member's. Passes through every route up to
 * `answerTo` (errors/answer.server.ts), which leads the visitor to the sign-in.
 */
export class SignInNeeded extends Error {
  override readonly name = "SignInNeeded";

  /**
   * @param session of the visitor, as it is now: without a member
   * @param backTo the path that a sign-in leads back to
   * @param hasEnded whether the visitor was signed in when the request began: a message tells so
   */
  constructor(
    readonly session: HasCookies,
    readonly backTo: string,
    readonly hasEnded: boolean,
  ) {
    super(`sign-in needed for ${backTo}`);
  }

  /** The redirect to /sign-in; in place of this page in the history, or as a whole page when it has a message. */
  answer(): Response {
    const signIn = paths.signIn(this.backTo);
    return this.hasEnded ? leaveTo(this.session, signIn) : withCookie(this.session, replace(signIn, 303));
  }
}
