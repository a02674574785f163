import { type ActionFunctionArgs, json } from "@remix-run/node";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { walletSignIn } from "#server/api/wallet.server";
import { ApiError } from "#server/errors/api-error";
import { Code } from "#server/wire/codes";
import { redirectTo, type Session } from "#server/session/session.server";

/** Why a signature did not sign in. */
export interface WalletAnswer {
  step: "wallet";
  /** A message key. */
  error: string;
  /** WEB-004: the address is not registered, and may be. */
  mayRegister: boolean;
}

/** Longer than any wallet's signature, contract wallets included. */
const MAX_SIGNATURE = 2_000;
const hex = /^0x[\da-f]*$/i;

function refused(error: string, { status = 400, mayRegister = false } = {}) {
  return json<WalletAnswer>({ step: "wallet", error, mayRegister }, { status });
}

/** Signs in, or registers, with the signature of the message that is kept in the session. Each message goes once. */
export async function walletSignature(
  { request }: Pick<ActionFunctionArgs, "request">,
  session: Session,
  form: FormData,
) {
  const signature = String(form.get("signature") ?? "");
  const { walletMessage: message } = session.data;
  if (!message || signature.length > MAX_SIGNATURE || !hex.test(signature))
    return refused("account:wallet.failed");
  await session.update((draft) => {
    delete draft.walletMessage;
  });
  const target = safeRedirect(form.get("redirectTo"), paths.home);
  const register = form.get("register") === "yes";
  try {
    const { answer, passAlreadyUsed } = await walletSignIn({
      message,
      signature,
      language: apiLanguage(await languageOf(request)),
      ...(register ? { register } : {}),
    });
    await session.signIn(answer);
    if (passAlreadyUsed) await session.flash({ kind: "info", key: webMessage("006") });
    return redirectTo(session, target);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    switch (error.code) {
      case Code.USER_NOT_FOUND:
      case Code.AUTH_USER_NOT_FOUND:
        return refused(webMessage("004"), { mayRegister: true });
      case Code.USER_NOT_AUTHORIZED:
        return refused(webMessage("003"));
      case Code.AUTH_INVALID_TOKEN:
        return refused("account:wallet.failed");
      case Code.AUTH_EXPIRED_TOKEN:
        return refused("account:wallet.expired");
      default:
        return refused(error.messageKey, { status: error.kind === "business" ? 400 : error.status });
    }
  }
}
