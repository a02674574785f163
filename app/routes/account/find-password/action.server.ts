import type { ActionFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { checkEmail, forgotPassword } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import { receiveForm } from "#server/forms/form-spec.server";
import { Code } from "#server/wire/codes";
import { isTrapped } from "#server/forms/form.server";
import { findPasswordForm } from "./form.server";

/**
 * Sends the reset mail if the address is registered. The live check of the typed address uses the same action with
 * the intent `check-email`.
 */
export async function findPasswordAction(args: ActionFunctionArgs) {
  const sent = await receiveForm(args);
  return findPasswordForm.handle(sent, async ({ session, value, failed, reshow, done, withinLimit }) => {
    if (isTrapped(sent.form)) return done(paths.findPasswordEmailSent);
    const { email } = value;
    const isCheck = sent.intent === "check-email";
    const tooMany = await withinLimit(isCheck ? "check-email" : "forgot-password", { email });
    if (tooMany) return tooMany;
    const known = await checkEmail(email);
    if (isCheck) return reshow({ hint: known ? ("taken" as const) : ("free" as const) });
    if (!known) return failed({ fieldErrors: { email: ["account:find.invalid"] } });
    try {
      await forgotPassword({ email, language: apiLanguage(await languageOf(args.request)) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // accounts-and-store.md section 8: shown as a toast. The form keeps its input, so that the visitor can submit
      // it again.
      const isTooSoon = error.code === Code.TOO_MANY_REQUESTS;
      await session.flash({
        kind: "error",
        key: isTooSoon ? "errors:invalidAccessForNow" : "errors:requestProblem",
      });
      return failed({ status: 502 });
    }
    return done(paths.findPasswordEmailSent);
  });
}
