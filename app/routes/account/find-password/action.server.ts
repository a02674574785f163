import { type ActionFunctionArgs, json } from "@remix-run/node";
import { z } from "zod";
import { paths } from "~/domain/paths";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { checkEmail, forgotPassword } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import {
  apiFailed,
  failedForm,
  isTrapped,
  parseFields,
  readForm,
  tooManyRequests,
} from "#server/forms/form.server";
import { emailField } from "#server/forms/fields.server";
import { limit } from "#server/request/rate-limit.server";
import { getSession, redirectTo } from "#server/session/session.server";

const schema = z.object({
  email: emailField("account:find.missing", "account:find.format"),
});

/**
 * Sends the reset mail when the address is registered (accounts-and-store.md section 5: on find-password the hints
 * are the other way round). The live check of the typed address is the same action with another intent.
 */
export async function findPasswordAction({ request, context }: ActionFunctionArgs) {
  const session = await getSession({ request, context });
  const form = await readForm(request);
  if (isTrapped(form)) return redirectTo(session, paths.findPasswordEmailSent);
  const submission = parseFields(form, schema, ["email"]);
  if (submission.status !== "success") return failedForm(submission);
  const { email } = submission.value;
  const isCheck = form.get("intent") === "check-email";

  const allowed = await limit({ request, context }, isCheck ? "check-email" : "forgot-password", { email });
  if (!allowed.ok) return tooManyRequests(submission, allowed.retryAfterSeconds);
  try {
    const known = await checkEmail(email);
    if (isCheck)
      return json({ lastResult: submission.reply(), hint: known ? ("taken" as const) : ("free" as const) });
    if (!known) return failedForm(submission, { fieldErrors: { email: ["account:find.invalid"] } });
  } catch (error) {
    return apiFailed(submission, error);
  }
  try {
    await forgotPassword({ email, language: apiLanguage(await languageOf(request)) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return failedForm(submission, { formErrors: ["errors:requestProblem"], status: 502 });
  }
  return redirectTo(session, paths.findPasswordEmailSent);
}
