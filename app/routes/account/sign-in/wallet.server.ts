import { webMessage } from "~/domain/message-codes";
import { walletSignIn } from "#server/api/wallet.server";
import type { ReceivedForm, ValidSubmission } from "#server/forms/form-spec.server";
import { Code } from "#server/wire/codes";
import { signInBy, type WayIn } from "./conclude.server";
import { walletForm } from "./forms.server";

/**
 * Signs in or registers with the signature of the message that is stored in the session. Each message can be used
 * only once.
 */
export async function signInWithWallet(sent: ReceivedForm) {
  return walletForm.authorize(sent, async (form) => {
    const { session, submission, failed } = form;
    const { walletMessage: message } = session.data;
    if (!message || submission.status !== "success") {
      // The response with the message has set a cookie, so a request without one comes from a browser that blocks
      // cookies.
      const keepsCookies = form.args.request.headers.has("Cookie");
      const error = keepsCookies ? "account:wallet.failed" : "common:cookies.form";
      return failed({}, { step: "wallet" as const, error, mayRegister: false });
    }
    await session.update((draft) => {
      delete draft.walletMessage;
    });
    const { value } = submission;
    return signInBy(form, value.redirectTo, byWallet({ ...form, value }, message));
  });
}

interface Signature {
  signature: string;
  register?: string | undefined;
}

function byWallet(
  { value: { signature, register }, failed }: ValidSubmission<Signature>,
  message: string,
): WayIn {
  const answer = (error: string, more: { mayRegister?: boolean; isLocked?: boolean } = {}, status = 400) =>
    failed({ status }, { step: "wallet" as const, error, mayRegister: false, ...more });
  return {
    ask: (language) =>
      walletSignIn({ message, signature, language, ...(register === "yes" ? { register: true } : {}) }),
    says: {
      // The account of a wallet may have no e-mail address, so support unlocks it.
      locked: () => answer("account:wallet.accountLocked", { isLocked: true }),
      lockedNow: () => answer("account:wallet.accountLocked", { isLocked: true }),
      wrong: () => answer("account:wallet.failed"),
      refused({ code, messageKey }) {
        switch (code) {
          case Code.USER_NOT_FOUND:
          case Code.AUTH_USER_NOT_FOUND:
            return answer(webMessage("004"), { mayRegister: true });
          case Code.USER_NOT_AUTHORIZED:
            return answer(webMessage("003"));
          case Code.AUTH_INVALID_TOKEN:
            return answer("account:wallet.failed");
          case Code.AUTH_EXPIRED_TOKEN:
            return answer("account:wallet.expired");
          default:
            return answer(messageKey);
        }
      },
      failed: ({ messageKey, status }) => answer(messageKey, {}, status),
    },
  };
}
