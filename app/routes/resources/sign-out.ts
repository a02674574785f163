import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { signOut } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import { ifReadable, purchasesInDoubt } from "#server/purchases/outcomes.server";
import { getSession, redirectTo, type Session } from "#server/session/session.server";

/** A visit by address does nothing: signing out is a form. */
export function loader() {
  return redirect(paths.home, 303);
}

/** How long signing out waits for a purchase that is paid and not finished, in ms. */
const SETTLE_MS = 2_000;

/**
 * Finishes what is paid, because nothing can be asked of the API once the tokens have ended. Whatever stands in the way,
 * the member is signed out.
 *
 * @returns whether a purchase is still open
 */
async function settleFirst(session: Session): Promise<boolean> {
  if (!session.user || !session.data.hasPurchases) return false;
  const open = await ifReadable(() => purchasesInDoubt(session, SETTLE_MS));
  return open !== undefined && open.length > 0;
}

/**
 * The session's tokens, the access token renewed where it has ended: with an old one the API refuses the sign-out, and
 * the refresh token would live on.
 */
async function goodTokens(session: Session) {
  try {
    await session.accessToken();
  } catch (error) {
    // Logged by the API client; the member is signed out here all the same.
    if (!(error instanceof ApiError)) throw error;
  }
  return session.data.tokens;
}

/**
 * Calls the server with the refresh token, then always clears the session, even if the call fails
 * (accounts-and-store.md section 4, Session).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = await getSession({ request, context });
  const isOpen = await settleFirst(session);
  const tokens = await goodTokens(session);
  // First the session: whatever the call does or how long it takes, the browser is signed out.
  await session.signOut();
  if (tokens) {
    try {
      await signOut(tokens);
    } catch (error) {
      // As above: the refresh token was only ever on this server, and is forgotten.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  await session.flash(
    isOpen
      ? { kind: "alert", key: "account:signOut.doneOpen" }
      : { kind: "success", key: "account:signOut.done" },
  );
  return redirectTo(session, paths.home);
}
