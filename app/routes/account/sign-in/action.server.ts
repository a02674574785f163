import type { ActionFunctionArgs, TypedResponse } from "@remix-run/node";
import { CARRY_INTENT } from "~/domain/account-fields";
import type { FormActionData } from "~/domain/form-setup";
import { formatLongDate } from "~/domain/japan-time";
import { failedPasswordHint } from "~/domain/password-hints";
import { webMessage, withParams } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { callApi } from "#server/api/api.server";
import { failedCountOf, signIn, signOut, suspensionOf, walletSignIn } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import {
  type AuthorizedSubmission,
  receiveForm,
  type ReceivedForm,
  type ValidSubmission,
} from "#server/forms/form-spec.server";
import * as clock from "#server/runtime/clock.server";
import { carryAddress } from "#server/session/recovery.server";
import { getSession, redirectTo } from "#server/session/session.server";
import { Code } from "#server/wire/codes";
import { signInForm, unlockForm, walletForm } from "./form.server";

export async function signInAction(args: ActionFunctionArgs) {
  const sent = await receiveForm(args);
  if (sent.intent === CARRY_INTENT) {
    const session = await getSession(args);
    await carryAddress(session, sent.form.get("email"));
    return redirectTo(session, paths.findPassword);
  }
  if (sent.intent === "wallet") return signInWithWallet(sent);
  if (sent.intent === "unlock") return unlock(sent);
  return signInForm.handle(sent, (form) => {
    const { email, password, redirectTo } = form.value;
    return signInBy(
      form,
      redirectTo,
      (language) => signIn({ email, password, language }),
      async (error) => {
        await carryAddress(form.session, email);
        return refusedByEmail(form, error, failedPasswordHint(password));
      },
    );
  });
}

/** @param hint message key about the password that was sent */
function refusedByEmail(
  { failed, reshow }: ValidSubmission<unknown, "password">,
  error: ApiError,
  hint: string | undefined,
) {
  const onForm = (message: string) => failed({ formErrors: [message] }, { step: "sign-in" as const });
  // The status is that of the API's failure, not 400.
  if (error.kind !== "business")
    return failed({ formErrors: [error.messageKey], ...error.response }, { step: "sign-in" as const });
  switch (error.code) {
    case Code.USER_LOCKED:
      // Not an error of the input: the page asks whether to send the unlocking mail.
      return reshow({ step: "unlock" as const }, 400);
    case Code.PASSWORD_FAIL_LOCK:
      return onForm(webMessage("002"));
    case Code.PASSWORD_FAIL: {
      const count = failedCountOf(error);
      // Without a count the message omits the number of attempts.
      const message = count === undefined ? webMessage("001plain") : withParams(webMessage("001"), { count });
      return failed(
        { fieldErrors: { password: [message] } },
        {
          step: "sign-in" as const,
          ...(count === undefined ? {} : { attempts: count }),
          ...(hint === undefined ? {} : { hint }),
        },
      );
    }
    // The API sends the first two for the right password only. A mail that was not sent is that of a locked account.
    case Code.USER_PENDING:
    case Code.PASSWORD_EXPIRED:
    case Code.PASSWORD_EMAIL_TRANSFER_FAIL:
    case Code.AUTH_EMAIL_TRANSFER_FAIL:
    case Code.VERSION_NOT_FOUND:
    case Code.VERSION_INVALID_FORMAT:
      return onForm(error.messageKey);
    // A fault of the site: another password would not help.
    case Code.AUTH_INVALID_HEADER:
      return onForm("errors:http.unexpected");
    default:
      // One message for FAIL, deleted, not found and the rest: it does not reveal which addresses are registered.
      return onForm(webMessage("001plain"));
  }
}

async function unlock(sent: ReceivedForm) {
  return unlockForm.handle(sent, async ({ session, args, value, done }) => {
    const { email } = value;
    const back = paths.signIn(safeRedirect(value.redirectTo, paths.home));
    try {
      const language = apiLanguage(await languageOf(args));
      await callApi("forgotPassword", { json: { email, language } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await session.flash({ kind: "error", key: "errors:requestProblem" });
      return done(back);
    }
    return done(back, { kind: "success", key: "account:signIn.unlockSent" });
  });
}

/** Signs in or registers with the signature of the session's message, which can be used only once. */
async function signInWithWallet(sent: ReceivedForm) {
  return walletForm.authorize(sent, async (form) => {
    const { session, submission } = form;
    const { walletMessage: message } = session.data;
    if (!message || submission.status !== "success") {
      // The response with the message has set a cookie: a browser that sends none blocks cookies.
      const keepsCookies = form.args.request.headers.has("Cookie");
      return walletRefusal(form, keepsCookies ? "account:wallet.failed" : "common:cookies.form");
    }
    await session.update((draft) => {
      delete draft.walletMessage;
    });
    const { signature, register, redirectTo } = submission.value;
    const isNew = register === "yes" && { register: true };
    return signInBy(
      form,
      redirectTo,
      (language) => walletSignIn({ message, signature, language, ...isNew }),
      ({ kind, code, messageKey, response }) =>
        kind === "business"
          ? walletRefusal(form, walletMessages.get(code) ?? messageKey)
          : walletRefusal(form, messageKey, response),
    );
  });
}

const ACCOUNT_LOCKED = "account:wallet.accountLocked";

/** Messages for the refusal of a wallet; other codes have the catalogue's message. */
const walletMessages = new Map<unknown, string>([
  [Code.USER_LOCKED, ACCOUNT_LOCKED],
  [Code.PASSWORD_FAIL_LOCK, ACCOUNT_LOCKED],
  [Code.USER_NOT_FOUND, webMessage("004")],
  [Code.AUTH_USER_NOT_FOUND, webMessage("004")],
  [Code.USER_NOT_AUTHORIZED, webMessage("003")],
  [Code.PASSWORD_FAIL, "account:wallet.failed"],
  [Code.AUTH_INVALID_TOKEN, "account:wallet.failed"],
  [Code.AUTH_EXPIRED_TOKEN, "account:wallet.expired"],
]);

function walletRefusal(
  { failed }: Pick<AuthorizedSubmission<unknown>, "failed">,
  error: string,
  response: ApiError["response"] = { status: 400 },
) {
  const mayRegister = error === webMessage("004");
  return failed(response, {
    step: "wallet" as const,
    error,
    mayRegister,
    isLocked: error === ACCOUNT_LOCKED,
  });
}

export type SignInStep = FormActionData<{
  /** The form to show: e-mail, wallet, or the question whether to send the unlocking mail (WEB-011). */
  step: "sign-in" | "wallet" | "unlock";
  /** Failed attempts so far, at most 5. The page shows them as bars. */
  attempts?: number;
  /** Message key about the password that was sent: a space at its end, full-width characters. */
  hint?: string;
  error?: string;
  /** WEB-004: the wallet's address is not registered; the page offers to register it. */
  mayRegister?: boolean;
  /** The wallet's account is locked. The page links to support, because the account may have no e-mail address. */
  isLocked?: boolean;
}>;

type StepResponse = TypedResponse<SignInStep>;

/** The API's response to valid credentials. Only a wallet's may say that its pass is registered already (WEB-006). */
type SignInSuccess = Awaited<ReturnType<typeof signIn>> & { passAlreadyUsed?: boolean };

/**
 * Signs in by any method (accounts-and-store.md section 4, Sign-in outcomes).
 *
 * @param target the `redirectTo` of the form; unsafe URLs are replaced by the home page
 * @param refused returns the method's own response to any error of the API but a suspension
 */
async function signInBy(
  { session, args }: Pick<ValidSubmission<unknown>, "session" | "args">,
  target: unknown,
  ask: (language: ReturnType<typeof apiLanguage>) => Promise<SignInSuccess>,
  refused: (error: ApiError) => StepResponse | Promise<StepResponse>,
): Promise<TypedResponse<never> | StepResponse> {
  const lng = await languageOf(args);
  let success: SignInSuccess;
  try {
    success = await ask(apiLanguage(lng));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isSuspended = error.code === Code.USER_SUSPENDED || error.code === Code.AUTH_USER_SUSPENDED;
    if (error.kind !== "business" || !isSuspended) return refused(error);
    const suspension = suspensionOf(error);
    await session.update((draft) => {
      draft.suspension = { ...suspension, toldAt: clock.now() };
    });
    return redirectTo(session, paths.accessDenied);
  }
  // Signs the previous member out at the API too, so that their refresh token is revoked.
  const { tokens } = session.data;
  await session.signIn(success.response);
  if (tokens) await signOut(tokens);
  const { deletionCancelled, deletionDate, passAlreadyUsed } = success;
  if (deletionCancelled) {
    const date = deletionDate ? formatLongDate(deletionDate, lng) : "";
    const key = date ? "account:signIn.deletionCancelledUntil" : "account:signIn.deletionCancelled";
    await session.flash({ kind: "success", key, params: { date } });
  }
  if (passAlreadyUsed) await session.flash({ kind: "info", key: webMessage("006") });
  return redirectTo(session, safeRedirect(target, paths.home));
}
