import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { cutEmail, isEmail } from "~/domain/email-rules";
import { webMessage, withParams } from "~/domain/message-codes";
import { MAX_PASSWORD } from "~/domain/password-rules";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { callApi } from "#server/api/api.server";
import { failedCountOf, signIn } from "#server/api/auth.server";
import { walletSignIn } from "#server/api/wallet.server";
import { ApiError } from "#server/errors/api-error";
import { defineForm } from "#server/forms/define-form.server";
import {
  type AuthorizedSubmission,
  receiveForm,
  type ReceivedForm,
  type ValidSubmission,
} from "#server/forms/form-spec.server";
import { Code } from "#server/wire/codes";
import { signInBy } from "./conclude.server";

/** accounts-and-store.md section 5, Sign-in: both fields are required and truncated to their maximum lengths. */
const fields = z.object({
  email: z
    .string({ required_error: webMessage("007") })
    .transform((value) => cutEmail(value.trim()))
    .refine(isEmail, webMessage("017")),
  password: z
    .string({ required_error: webMessage("008") })
    .transform((value) => value.slice(0, MAX_PASSWORD)),
  redirectTo: z.string().optional(),
});

export const signInForm = defineForm({
  name: "sign-in",
  who: "anyone",
  schema: fields,
  fields: ["email", "password", "redirectTo"],
  secrets: ["password"],
  consents: ["redirectTo"],
  limit: { name: "sign-in", about: ({ email }) => ({ email }) },
});

/** Form of the "locked" step. It needs only the address. */
const unlockForm = defineForm({
  name: "unlock",
  who: "anyone",
  schema: fields.pick({ email: true, redirectTo: true }),
  fields: ["email", "redirectTo"],
  consents: ["redirectTo"],
  limit: { name: "forgot-password", about: ({ email }) => ({ email }) },
});

/** Signs in by e-mail or with a wallet, or sends the mail that unlocks an account. */
export async function signInAction(args: ActionFunctionArgs) {
  const sent = await receiveForm(args);
  if (sent.intent === "wallet") return signInWithWallet(sent);
  if (sent.intent === "unlock") return unlock(sent);
  return signInForm.handle(sent, (form) => {
    const { email, password, redirectTo } = form.value;
    return signInBy(
      form,
      redirectTo,
      (language) => signIn({ email, password, language }),
      (error) => refusedByEmail(form, error),
    );
  });
}

function refusedByEmail({ failed, reshow }: ValidSubmission<unknown>, error: ApiError) {
  const onForm = (message: string, status = 400) =>
    failed({ formErrors: [message], status }, { step: "sign-in" as const });
  // The status is that of the API's failure, not 400.
  if (error.kind !== "business") return onForm(error.messageKey, error.status);
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
        { step: "sign-in" as const, ...(count === undefined ? {} : { attempts: count }) },
      );
    }
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
      const language = apiLanguage(await languageOf(args.request));
      await callApi("forgotPassword", { json: { email, language } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await session.flash({ kind: "error", key: "errors:requestProblem" });
      return done(back);
    }
    return done(back, { kind: "success", key: "account:signIn.unlockSent" });
  });
}

/** Limit in characters. Longer than any wallet's signature, including contract wallets. */
const MAX_SIGNATURE = 2_000;

/** Form of the wallet panel: the signature of the message that is stored in the session. */
const walletForm = defineForm({
  name: "wallet",
  who: "anyone",
  schema: z.object({
    signature: z
      .string({ required_error: "account:wallet.failed" })
      .max(MAX_SIGNATURE, "account:wallet.failed")
      .regex(/^0x[\da-f]*$/i, "account:wallet.failed"),
    register: z.string().optional(),
    redirectTo: z.string().optional(),
  }),
  fields: ["signature", "register", "redirectTo"],
  secrets: ["signature"],
  consents: ["register", "redirectTo"],
});

/** Signs in or registers with the signature of the session's message, which can be used only once. */
async function signInWithWallet(sent: ReceivedForm) {
  return walletForm.authorize(sent, async (form) => {
    const { session, submission } = form;
    const { walletMessage: message } = session.data;
    if (!message || submission.status !== "success") {
      // The response with the message has set a cookie: a browser that sends none blocks cookies.
      const keepsCookies = form.args.request.headers.has("Cookie");
      return refusal(form, keepsCookies ? "account:wallet.failed" : "common:cookies.form");
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
      (error) => refusedByWallet(form, error),
    );
  });
}

type WalletSubmission = Pick<AuthorizedSubmission<unknown>, "failed">;

const refusal = (
  { failed }: WalletSubmission,
  error: string,
  more: { mayRegister?: boolean; isLocked?: boolean } = {},
  status = 400,
) => failed({ status }, { step: "wallet" as const, error, mayRegister: false, ...more });

function refusedByWallet(form: WalletSubmission, { kind, code, messageKey, status }: ApiError) {
  if (kind !== "business") return refusal(form, messageKey, {}, status);
  switch (code) {
    case Code.USER_LOCKED:
    case Code.PASSWORD_FAIL_LOCK:
      // The account of a wallet may have no e-mail address, so support unlocks it.
      return refusal(form, "account:wallet.accountLocked", { isLocked: true });
    case Code.USER_NOT_FOUND:
    case Code.AUTH_USER_NOT_FOUND:
      return refusal(form, webMessage("004"), { mayRegister: true });
    case Code.USER_NOT_AUTHORIZED:
      return refusal(form, webMessage("003"));
    case Code.PASSWORD_FAIL:
    case Code.AUTH_INVALID_TOKEN:
      return refusal(form, "account:wallet.failed");
    case Code.AUTH_EXPIRED_TOKEN:
      return refusal(form, "account:wallet.expired");
    default:
      return refusal(form, messageKey);
  }
}
