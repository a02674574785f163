import type { SessionAnswer } from "#server/api/auth.server";
import { formatLongDate } from "~/domain/japan-time";
import { webMessage } from "~/domain/message-codes";
import type { Language } from "~/i18n/languages";
import { failedCountOf, suspensionOf } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import type { FlashMessage } from "#server/session/session.server";
import { Code } from "#server/wire/codes";
import type { SuspensionData } from "#server/wire/auth";

/** What the API answers to credentials, of whichever kind. */
export interface SignInSuccess {
  answer: SessionAnswer;
  /** The account was to be deleted; this sign-in has stopped that. */
  deletionCancelled?: boolean;
  /** When it would have been deleted: ISO 8601. */
  deletionDate?: string | undefined;
  /** Wallets: the pass was registered before, so that no Soria Plus is given (WEB-006). */
  passAlreadyUsed?: boolean;
}

/** What a try to sign in comes to (accounts-and-store.md section 4, Sign-in outcomes), whichever way it was made. */
export type SignInOutcome =
  | { kind: "in"; answer: SessionAnswer; notices: FlashMessage[] }
  | { kind: "suspended"; suspension: SuspensionData }
  /** The account is locked; the member may ask for the mail that unlocks it. */
  | { kind: "locked" }
  /** This very try has locked it; the mail is on its way (WEB-002). */
  | { kind: "lockedNow" }
  /** `count`: failures so far, of five; undefined when the API does not say. */
  | { kind: "wrong"; count: number | undefined }
  /** The API has refused for another reason; `code` is its. */
  | { kind: "refused"; code: number | undefined; messageKey: string }
  /** The API could not be asked; `status` is the visitor's. */
  | { kind: "failed"; messageKey: string; status: number };

/** The kinds that a way in answers on its own screen. */
export type AnsweredKind = Exclude<SignInOutcome["kind"], "in" | "suspended">;

/**
 * Asks the API and says what came of it.
 *
 * @throws what is no failure of the API: a fault of our own
 */
export async function signInOutcome(
  ask: () => Promise<SignInSuccess>,
  lng: Language,
): Promise<SignInOutcome> {
  try {
    const success = await ask();
    return { kind: "in", answer: success.answer, notices: noticesOf(success, lng) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return outcomeOf(error);
  }
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

function outcomeOf(error: ApiError): SignInOutcome {
  const { kind, code, messageKey, status } = error;
  if (kind !== "business") return { kind: "failed", messageKey, status };
  switch (code) {
    case Code.USER_LOCKED:
      return { kind: "locked" };
    case Code.USER_SUSPENDED:
    case Code.AUTH_USER_SUSPENDED:
      return { kind: "suspended", suspension: suspensionOf(error) };
    case Code.PASSWORD_FAIL:
      return { kind: "wrong", count: failedCountOf(error) };
    case Code.PASSWORD_FAIL_LOCK:
      return { kind: "lockedNow" };
    default:
      return { kind: "refused", code, messageKey };
  }
}
