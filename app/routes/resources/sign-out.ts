import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { signOut } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import { ifReadable, purchasesInDoubt } from "#server/purchases/outcomes.server";
import { getSession, redirectTo, type Session } from "#server/session/session.server";

/** Redirects GET requests home: signing out requires a POST. */
export function loader() {
  return redirect(paths.home, 303);
}

/** Maximum wait for paid purchases that are not finished, in ms. */
const SETTLE_MS = 2_000;

/** Tries to finish paid purchases, because that needs the tokens. Returns true if one is still open. */
async function settleFirst(session: Session): Promise<boolean> {
  if (!session.user || !session.data.hasPurchases) return false;
  const open = await ifReadable(() => purchasesInDoubt(session, SETTLE_MS));
  return open !== undefined && open.length > 0;
}

/**
 * Returns the session's tokens, after renewing an expired access token: the API rejects a sign-out with an expired
 * one, and the refresh token would stay valid.
 */
async function goodTokens(session: Session) {
  try {
    await session.accessToken();
  } catch (error) {
    // The API client has logged the failure. The local sign-out continues.
    if (!(error instanceof ApiError)) throw error;
  }
  return session.data.tokens;
}

/**
 * Signs out: clears the session, then revokes the refresh token at the API. A failed API call does not keep the
 * member signed in (accounts-and-store.md section 4, Session).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = await getSession({ request, context });
  const isOpen = await settleFirst(session);
  const tokens = await goodTokens(session);
  // Clears the session before the API call, so that a slow or failed call does not matter.
  await session.signOut();
  if (tokens) await signOut(tokens);
  await session.flash(
    isOpen
      ? { kind: "alert", key: "account:signOut.doneOpen" }
      : { kind: "success", key: "account:signOut.done" },
  );
  return redirectTo(session, paths.home);
}
