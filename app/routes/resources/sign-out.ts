import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { signOut } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import { getSession, redirectTo } from "#server/session/session.server";

/** A visit by address does nothing: signing out is a form. */
export function loader() {
  return redirect(paths.home, 303);
}

/**
 * Calls the server with the refresh token, then always clears the session, even if the call fails
 * (accounts-and-store.md section 4, Session).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = await getSession({ request, context });
  const { tokens } = session.data;
  // First the session: whatever the call does or how long it takes, the browser is signed out.
  await session.signOut();
  if (tokens) {
    try {
      await signOut(tokens);
    } catch (error) {
      // Logged by the API client; the member is signed out here all the same. An access token that ran out is
      // refused (401) too: the refresh token it leaves behind was only ever on this server, and is forgotten.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  await session.flash({ kind: "success", key: "account:signOut.done" });
  return redirectTo(session, paths.home);
}
