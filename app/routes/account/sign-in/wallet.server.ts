import { z } from "zod";
import { webMessage } from "~/domain/message-codes";
import { walletSignIn } from "#server/api/wallet.server";
import type { ApiError } from "#server/errors/api-error";
import { defineForm } from "#server/forms/define-form.server";
import type { AuthorizedSubmission, ReceivedForm } from "#server/forms/form-spec.server";
import { Code } from "#server/wire/codes";
import { signInBy } from "./conclude.server";

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
export async function signInWithWallet(sent: ReceivedForm) {
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
