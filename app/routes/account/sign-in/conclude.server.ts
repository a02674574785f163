import type { TypedResponse } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage, type Language } from "~/i18n/languages";
import { signOut } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import type { Taken } from "#server/forms/form-spec.server";
import type { FormAnswer } from "~/domain/form-answer";
import * as clock from "#server/runtime/clock.server";
import { redirectTo, type Session } from "#server/session/session.server";
import { type AnsweredKind, type SignInOutcome, signInOutcome, type SignInSuccess } from "./outcome.server";

/** What the sign-in page shows after a form of it was sent. */
export type SignInStep = FormAnswer<{
  /** Which form: the e-mail's, the wallet's, or the question whether to send the unlocking mail (WEB-011). */
  step: "sign-in" | "wallet" | "unlock";
  /** Failed attempts so far, of five; drawn as bars beside the sentence. */
  attempts?: number;
  /** Wallets: a message key. */
  error?: string;
  /** WEB-004: the wallet's address is not registered, and may be. */
  mayRegister?: boolean;
  /** The wallet's account is locked: support helps, as there may be no e-mail address. */
  isLocked?: boolean;
}>;

type Answer = TypedResponse<SignInStep>;

/** A way in: how it asks the API, and what it says of each outcome that keeps the visitor out. None may be left out. */
export interface WayIn {
  ask: (language: ReturnType<typeof apiLanguage>) => Promise<SignInSuccess>;
  says: { [Kind in AnsweredKind]: (outcome: Extract<SignInOutcome, { kind: Kind }>) => Answer };
}

/**
 * Signs in, whichever way: asks the API, and leads to where its answer belongs. Signed in, with what there is to know
 * of a deletion or a pass; the notice of a suspension; or the way's own words.
 */
export async function signInBy(
  { session, args }: Pick<Taken<unknown>, "session" | "args">,
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

/** Whoever was signed in at this browser is signed out, at the API too: no refresh token of theirs stays behind. */
async function changeMember(session: Session, answer: SignInSuccess["answer"]): Promise<void> {
  const { tokens } = session.data;
  await session.signIn(answer);
  if (!tokens) return;
  try {
    await signOut(tokens);
  } catch (error) {
    // Logged by the API client. The token was only ever on this server, and is forgotten.
    if (!(error instanceof ApiError)) throw error;
  }
}
