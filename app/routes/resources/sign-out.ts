import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { signOut } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import { ifReadable, knownInDoubt, purchasesInDoubt } from "#server/purchases/outcomes.server";
import { getSession, redirectTo } from "#server/session/session.server";

/** Redirects GET requests home: signing out requires a POST. */
export function loader() {
  return redirect(paths.home, 303);
}

/** Maximum wait for paid purchases that are not finished, in ms. */
const SETTLE_MS = 2_000;

/**
 * Signs out: clears the session, then revokes the refresh token at the API. A failed API call does not keep the
 * member signed in (accounts-and-store.md section 4, Session).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = await getSession({ request, context });
  // First tries to finish paid purchases, because that needs the tokens.
  const hasPurchases = session.user && session.data.hasPurchases;
  const open =
    hasPurchases &&
    (await ifReadable(async () => {
      const known = await knownInDoubt(session);
      return known.length > 0 ? purchasesInDoubt(session, SETTLE_MS) : known;
    }));
  // The API rejects a sign-out with an expired access token, and the refresh token would stay valid. If the renewal
  // fails, the API client has logged it, and the local sign-out continues.
  await session.accessToken().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
  const { tokens } = session.data;
  // Clears the session before the API call, so that a slow or failed call does not matter.
  await session.signOut();
  if (tokens) await signOut(tokens);
  await session.flash(
    open && open.length > 0
      ? { kind: "alert", key: "account:signOut.doneOpen" }
      : { kind: "success", key: "account:signOut.done" },
  );
  return redirectTo(session, paths.home);
}
