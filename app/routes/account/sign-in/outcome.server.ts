import type { SessionAnswer } from "#server/api/auth.server";
import { formatLongDate } from "~/domain/japan-time";
import { webMessage } from "~/domain/message-codes";
import type { Language } from "~/i18n/languages";
import { failedCountOf, suspensionOf } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import type { FlashMessage } from "#server/session/session.server";
import { Code } from "#server/wire/codes";
import type { SuspensionData } from "#server/wire/auth";

/** The API's response to valid credentials, for every sign-in method. */
export interface SignInSuccess {
  answer: SessionAnswer;
  /** The account was scheduled for deletion, and this sign-in has cancelled it. */
  deletionCancelled?: boolean;
  /** Date of the cancelled deletion, ISO 8601. */
  deletionDate?: string | undefined;
  /** Wallets only: the pass is registered already, so no Soria Plus is granted (WEB-006). */
  passAlreadyUsed?: boolean;
}

/** Outcome of a sign-in by any method (accounts-and-store.md section 4, Sign-in outcomes). */
export type SignInOutcome =
  | { kind: "in"; answer: SessionAnswer; notices: FlashMessage[] }
  | { kind: "suspended"; suspension: SuspensionData }
  /** The account is locked; the member can request the mail that unlocks it. */
  | { kind: "locked" }
  /** This attempt has locked the account, and the API has sent the unlocking mail (WEB-002). */
  | { kind: "lockedNow" }
  /** `count`: failed attempts so far, at most 5; undefined if the API does not send it. */
  | { kind: "wrong"; count: number | undefined }
  /** The API has rejected the sign-in for another reason, with its code `code`. */
  | { kind: "refused"; code: number | undefined; messageKey: string }
  /** The call failed; `status` is the status of the response to the visitor. */
  | { kind: "failed"; messageKey: string; status: number };

/** Outcomes that each sign-in method shows on its own page. */
export type AnsweredKind = Exclude<SignInOutcome["kind"], "in" | "suspended">;

/** @throws any error that is not an ApiError */
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
