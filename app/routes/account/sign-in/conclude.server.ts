import type { TypedResponse } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage, type Language } from "~/i18n/languages";
import { signOut } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import type { ValidSubmission } from "#server/forms/form-spec.server";
import type { FormAnswer } from "~/domain/form-answer";
import * as clock from "#server/runtime/clock.server";
import { redirectTo, type Session } from "#server/session/session.server";
import { type AnsweredKind, type SignInOutcome, signInOutcome, type SignInSuccess } from "./outcome.server";

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

/**
 * A method of signing in: its API call, and its response for each outcome that does not sign the visitor in. The
 * mapped type requires all outcomes.
 */
export interface WayIn {
  ask: (language: ReturnType<typeof apiLanguage>) => Promise<SignInSuccess>;
  says: { [Kind in AnsweredKind]: (outcome: Extract<SignInOutcome, { kind: Kind }>) => Answer };
}

/**
 * Signs in by any method. On success it redirects to `target`, with notices about a cancelled deletion or a used
 * pass; a suspended member is redirected to the suspension page. Other outcomes return the method's own response.
 *
 * @param target the `redirectTo` of the form; unsafe URLs are replaced by the home page
 */
export async function signInBy(
  { session, args }: Pick<ValidSubmission<unknown>, "session" | "args">,
  target: unknown,
  { ask, says }: WayIn,
): Promise<TypedResponse<never> | Answer> {
  const lng: Language = await languageOf(args.request);
  const outcome = await signInOutcome(() => ask(apiLanguage(lng)), lng);
  switch (outcome.kind) {
    case "in":
      await changeMember(session, outcome.answer);
      for (const notice of outcome.notices) await session.flash(notice);
      return redirectTo(session, safeRedirect(target, paths.home));
    case "suspended":
      await session.update((draft) => {
        draft.suspension = { ...outcome.suspension, toldAt: clock.now() };
      });
      return redirectTo(session, paths.accessDenied);
    case "locked":
      return says.locked(outcome);
    case "lockedNow":
      return says.lockedNow(outcome);
    case "wrong":
      return says.wrong(outcome);
    case "refused":
      return says.refused(outcome);
    case "failed":
      return says.failed(outcome);
  }
}

/** Starts the new session and signs the previous member out at the API, so that their refresh token is revoked. */
async function changeMember(session: Session, answer: SignInSuccess["answer"]): Promise<void> {
  const { tokens } = session.data;
  await session.signIn(answer);
  if (!tokens) return;
  try {
    await signOut(tokens);
  } catch (error) {
    // The API client has logged the failure. The token never left this server, and the new session no longer holds
    // it.
    if (!(error instanceof ApiError)) throw error;
  }
}
