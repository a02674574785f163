import type { ActionFunctionArgs } from "@remix-run/node";
import { webMessage, withParams } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { forgotPassword, signIn } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import { receiveForm, type ReceivedForm, type ValidSubmission } from "#server/forms/form-spec.server";
import { type SignInStep, signInBy, type WayIn } from "./conclude.server";
import { signInForm, unlockForm } from "./forms.server";
import { signInWithWallet } from "./wallet.server";

/**
 * Signs in by e-mail or with a wallet, or sends the mail that unlocks an account (accounts-and-store.md section 4,
 * Sign-in outcomes). Safe to submit twice: the second sign-in only creates another session id.
 */
export async function signInAction(args: ActionFunctionArgs) {
  const sent = await receiveForm(args);
  if (sent.intent === "wallet") return signInWithWallet(sent);
  if (sent.intent === "unlock") return unlock(sent);
  return signInForm.handle(sent, (form) => signInBy(form, form.value.redirectTo, byEmail(form)));
}

interface Credentials {
  email: string;
  password: string;
}

function byEmail({ value: { email, password }, failed, reshow }: ValidSubmission<Credentials>): WayIn {
  const answer = (
    step: Omit<SignInStep, "form" | "lastResult">,
    failure: Parameters<typeof failed>[0] = {},
  ) => failed(failure, step);
  const onForm = (message: string, status = 400) =>
    answer({ step: "sign-in" }, { formErrors: [message], status });
  return {
    ask: (language) => signIn({ email, password, language }),
    says: {
      // Not an error of the input: the page asks whether to send the unlocking mail.
      locked: () => reshow({ step: "unlock" as const }, 400),
      lockedNow: () => onForm(webMessage("002")),
      wrong: ({ count }) =>
        answer(
          { step: "sign-in", ...(count === undefined ? {} : { attempts: count }) },
          {
            // Without a count the message omits the number of attempts.
            fieldErrors: {
              password: [
                count === undefined ? webMessage("001plain") : withParams(webMessage("001"), { count }),
              ],
            },
          },
        ),
      // One message for FAIL, deleted, not found and the rest, so that it does not reveal which addresses are
      // registered.
      refused: () => onForm(webMessage("001plain")),
      // Shows the form again with its input. The status is that of the API's failure, not 400.
      failed: ({ messageKey, status }) => onForm(messageKey, status),
    },
  };
}

async function unlock(sent: ReceivedForm) {
  return unlockForm.handle(sent, async ({ session, args, value, done }) => {
    const { email } = value;
    const back = paths.signIn(safeRedirect(value.redirectTo, paths.home));
    try {
      await forgotPassword({ email, language: apiLanguage(await languageOf(args.request)) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await session.flash({ kind: "error", key: "errors:requestProblem" });
      return done(back);
    }
    return done(back, { kind: "success", key: "account:signIn.unlockSent" });
  });
}
