import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { paths } from "~/domain/paths";
import { resetPassword } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import { Code } from "#server/wire/codes";
import { apiFailed, failedForm, parseForm, tooManyRequests } from "#server/forms/form.server";
import { checkNewPassword, passwordField } from "#server/forms/fields.server";
import { webMessage } from "~/domain/message-codes";
import { accountMark, securityEvent } from "#server/observe/security.server";
import { limit } from "#server/request/rate-limit.server";
import { getSession, invalidAccess, redirectTo } from "#server/session/session.server";

const schema = z
  .object({
    password: passwordField(webMessage("013")),
    passwordConfirm: passwordField(webMessage("014")),
  })
  .superRefine((value, context) => checkNewPassword(value, "password", "passwordConfirm", context));

/** Sets the new password with the token of the reset link (accounts-and-store.md section 2, Change password). */
export async function changePasswordAction({ request, context }: ActionFunctionArgs) {
  const session = await getSession({ request, context });
  const submission = await parseForm(request, schema, ["password", "passwordConfirm"]);
  return session.exclusively("reset", async () => {
    const { reset, resetDone } = session.data;
    // A second press finds it done.
    if (resetDone) return redirectTo(session, paths.changePasswordComplete);
    if (!reset) return invalidAccess(session);
    if (submission.status !== "success") return failedForm(submission);
    const allowed = await limit({ request, context }, "reset-password", { email: reset.email });
    if (!allowed.ok) return tooManyRequests(submission, allowed.retryAfterSeconds);
    try {
      const isChanged = await resetPassword({ password: submission.value.password, token: reset.token });
      if (!isChanged) return failedForm(submission, { formErrors: ["errors:requestProblem"] });
    } catch (error) {
      if (error instanceof ApiError && error.code === Code.USER_INVALID_PASSWORD) {
        return failedForm(submission, { fieldErrors: { password: ["account:password.refused"] } });
      }
      return apiFailed(submission, error);
    }
    securityEvent("password-changed", { account: accountMark(reset.email), what: "reset" });
    // Whoever was signed in here goes too: all sessions of a member end with their old password.
    // A guest keeps the session: a second press that is on its way must find in it that all is done.
    if (session.isSignedIn) await session.signOut();
    await session.update((draft) => {
      delete draft.reset;
      draft.resetDone = true;
    });
    return redirectTo(session, paths.changePasswordComplete);
  });
}
