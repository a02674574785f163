import type { ActionFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { resetPassword } from "#server/api/auth.server";
import { receiveForm } from "#server/forms/form-spec.server";
import { storeResult, USED_LINK } from "#server/forms/form-token.server";
import { accountMark, securityEvent } from "#server/observe/security.server";
import { getSession, invalidAccess, redirectTo, type Session } from "#server/session/session.server";
import { resetForm } from "./form.server";

/** Sets the new password with the token of the reset link (accounts-and-store.md section 2, Change password). */
export async function changePasswordAction(args: ActionFunctionArgs) {
  const [sent, session] = await Promise.all([receiveForm(args), getSession(args)]);
  return session.exclusively("reset", async () => {
    // A second submit of the form: the first one has set the password.
    if (session.data.resetDone) return redirectTo(session, paths.changePasswordComplete);
    const { reset } = session.data;
    if (!reset) return session.isSignedIn ? signedInSince(session) : invalidAccess(session);
    return resetForm.handle(sent, async ({ value, failed, done }) => {
      const isChanged = await resetPassword({ password: value.password, token: reset.token });
      if (!isChanged) return failed({ formErrors: ["errors:requestProblem"] });
      securityEvent("password-changed", { account: accountMark(reset.email), what: "reset" });
      await storeResult(USED_LINK, reset.token, "used");
      // A new password ends all sessions of its member. Sign out only if this session is theirs; another member or a
      // guest keeps the session, so that a second submit finds `resetDone` in it.
      const isOwn = session.user?.email.toLowerCase() === reset.email.toLowerCase();
      if (isOwn) await session.signOut();
      await session.update((draft) => {
        delete draft.reset;
        draft.resetDone = true;
      });
      return done(paths.changePasswordComplete);
    });
  });
}

/**
 * Redirects home with a message: in another tab another member has signed in since this page was loaded, which has
 * removed the link's token from the session.
 */
async function signedInSince(session: Session) {
  await session.flash({ kind: "alert", key: "account:change.otherMember" });
  return redirectTo(session, paths.home);
}
