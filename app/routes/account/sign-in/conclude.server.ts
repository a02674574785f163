import type { TypedResponse } from "@remix-run/node";
import type { FormAnswer } from "~/domain/form-answer";
import { formatLongDate } from "~/domain/japan-time";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage, type Language } from "~/i18n/languages";
import { type signIn, signOut, suspensionOf } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import type { ValidSubmission } from "#server/forms/form-spec.server";
import * as clock from "#server/runtime/clock.server";
import { type FlashMessage, redirectTo } from "#server/session/session.server";
import { Code } from "#server/wire/codes";

export type SignInStep = FormAnswer<{
  /** The form to show: e-mail, wallet, or the question whether to send the unlocking mail (WEB-011). */
  step: "sign-in" | "wallet" | "unlock";
  /** Failed attempts so far, at most 5. The page shows them as bars. */
  attempts?: number;
  error?: string;
  /** WEB-004: the wallet's address is not registered; the page offers to register it. */
  mayRegister?: boolean;
  /** The wallet's account is locked. The page links to support, because the account may have no e-mail address. */
  isLocked?: boolean;
}>;

type Answer = TypedResponse<SignInStep>;

/** The API's response to valid credentials. Only a wallet's may say that its pass is registered already (WEB-006). */
type SignInSuccess = Awaited<ReturnType<typeof signIn>> & { passAlreadyUsed?: boolean };

/**
 * Signs in by any method (accounts-and-store.md section 4, Sign-in outcomes). On success it redirects to `target`, with
 * notices about a cancelled deletion or a used pass; a suspended member is redirected to the suspension page.
 *
 * @param target the `redirectTo` of the form; unsafe URLs are replaced by the home page
 * @param ask the method's API call
 * @param refused returns the method's own response to any other error of the API
 */
export async function signInBy(
  { session, args }: Pick<ValidSubmission<unknown>, "session" | "args">,
  target: unknown,
  ask: (language: ReturnType<typeof apiLanguage>) => Promise<SignInSuccess>,
  refused: (error: ApiError) => Answer,
): Promise<TypedResponse<never> | Answer> {
  const lng = await languageOf(args.request);
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
  await session.signIn(success.answer);
  if (tokens) await signOut(tokens);
  for (const notice of noticesOf(success, lng)) await session.flash(notice);
  return redirectTo(session, safeRedirect(target, paths.home));
}

function noticesOf(success: SignInSuccess, lng: Language): FlashMessage[] {
  const { deletionCancelled, deletionDate, passAlreadyUsed } = success;
  const notices: FlashMessage[] = [];
  if (deletionCancelled) {
    const date = deletionDate ? formatLongDate(deletionDate, lng) : "";
    const key = date ? "account:signIn.deletionCancelledUntil" : "account:signIn.deletionCancelled";
    notices.push({ kind: "success", key, params: { date } });
  }
  if (passAlreadyUsed) notices.push({ kind: "info", key: webMessage("006") });
  return notices;
}
