import { type ActionFunctionArgs, json } from "@remix-run/node";
import { formatLongDate } from "~/domain/japan-time";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { tooManyMessage } from "~/domain/message-codes";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { forgotPassword, signIn } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import { type FormAnswer, parseFields, readForm } from "#server/forms/form.server";
import { limit } from "#server/request/rate-limit.server";
import { getSession, redirectTo, type Session } from "#server/session/session.server";
import { signInFailure } from "./outcomes.server";
import { walletSignature } from "./wallet.server";
import { signInSchema, unlockSchema } from "./sign-in.schema.server";

export interface SignInAnswer extends FormAnswer {
  /** Which form the page shows: the sign-in, or the question whether to send the unlocking mail (WEB-011). */
  step: "sign-in" | "unlock";
  /** Failed attempts so far, of five; drawn as bars beside the sentence. */
  attempts?: number;
}

const NAMES = ["email", "password", "redirectTo"] as const;

type Parsed = ReturnType<typeof parseFields>;

function answer(submission: Parsed, extra: Omit<SignInAnswer, "lastResult">, errors: Errors = {}) {
  const { status = 400, headers, ...reply } = errors;
  const lastResult = submission.reply({ ...reply, hideFields: ["password"] });
  return json<SignInAnswer>({ lastResult, ...extra }, { status, headers: headers ?? {} });
}

interface Errors {
  formErrors?: string[];
  fieldErrors?: Record<string, string[]>;
  status?: number;
  headers?: HeadersInit;
}

/**
 * Signs in, or sends the mail that unlocks an account (accounts-and-store.md section 4, Sign-in outcomes).
 * Safe to submit twice: the second sign-in only makes a second session id.
 */
export async function signInAction({ request, context }: ActionFunctionArgs) {
  const session = await getSession({ request, context });
  const form = await readForm(request);
  if (form.get("intent") === "wallet") return walletSignature({ request }, session, form);
  if (form.get("intent") === "unlock") return unlock(request, context, session, form);

  const submission = parseFields(form, signInSchema, NAMES);
  if (submission.status !== "success") return answer(submission, { step: "sign-in" });
  const { email, password } = submission.value;
  const target = safeRedirect(submission.value.redirectTo, paths.home);

  const allowed = await limit({ request, context }, "sign-in", { email });
  if (!allowed.ok) return tooMany(submission, allowed.retryAfterSeconds);

  const lng = await languageOf(request);
  try {
    const {
      answer: member,
      deletionCancelled,
      deletionDate,
    } = await signIn({
      email,
      password,
      language: apiLanguage(lng),
    });
    await session.signIn(member);
    if (deletionCancelled) {
      const date = deletionDate ? formatLongDate(deletionDate, lng) : "";
      const key = date ? "account:signIn.deletionCancelledUntil" : "account:signIn.deletionCancelled";
      await session.flash({ kind: "success", key, params: { date } });
    }
    return redirectTo(session, target);
  } catch (error) {
    if (error instanceof ApiError && error.isTemporary) {
      // The visitor keeps the form and what was typed; the status says that it was not their fault.
      return answer(
        submission,
        { step: "sign-in" },
        { formErrors: [error.messageKey], status: error.status },
      );
    }
    const failure = signInFailure(error);
    switch (failure.kind) {
      case "locked":
        return answer(submission, { step: "unlock" }, {});
      case "suspended":
        await session.update((draft) => {
          draft.suspension = failure.suspension;
        });
        return redirectTo(session, paths.accessDenied);
      case "field":
        return answer(
          submission,
          { step: "sign-in", ...(failure.attempts ? { attempts: failure.attempts } : {}) },
          { fieldErrors: { [failure.field]: [failure.message] } },
        );
      case "form":
        return answer(submission, { step: "sign-in" }, { formErrors: [failure.message] });
    }
  }
}

async function unlock(
  request: Request,
  context: ActionFunctionArgs["context"],
  session: Session,
  form: FormData,
) {
  const submission = parseFields(form, unlockSchema, ["email", "redirectTo"]);
  if (submission.status !== "success") return answer(submission, { step: "sign-in" });
  const { email } = submission.value;
  const allowed = await limit({ request, context }, "forgot-password", { email });
  if (!allowed.ok) return tooMany(submission, allowed.retryAfterSeconds);
  const lng = await languageOf(request);
  try {
    await forgotPassword({ email, language: apiLanguage(lng) });
    await session.flash({ kind: "success", key: "account:signIn.unlockSent" });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await session.flash({ kind: "error", key: "errors:requestProblem" });
  }
  return redirectTo(session, paths.signIn(safeRedirect(submission.value.redirectTo, paths.home)));
}

function tooMany(submission: Parsed, seconds: number) {
  return answer(
    submission,
    { step: "sign-in" },
    {
      formErrors: [tooManyMessage(seconds)],
      status: 429,
      headers: { "Retry-After": String(seconds) },
    },
  );
}
