import { type ActionFunctionArgs, json } from "@remix-run/node";
import { resendWait } from "~/domain/auth-code";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { checkEmail, requestCode, signUp, verifyCode } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import { Code } from "#server/wire/codes";
import {
  type Answerable,
  apiFailed,
  failedForm,
  isTrapped,
  parseFields,
  readForm,
  tooManyRequests,
} from "#server/forms/form.server";
import { limit, type LimitName } from "#server/request/rate-limit.server";
import { getSession, invalidAccess, redirectTo, type Session } from "#server/session/session.server";
import type { SignUpState } from "#server/session/session-data";
import { codeSchema, detailsSchema, emailSchema } from "./sign-up.schema.server";

interface Step {
  args: Pick<ActionFunctionArgs, "request" | "context">;
  session: Session;
  form: FormData;
}

/** The API tells addresses apart without regard to case. */
const isSame = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase();

/** Whether a form was filled in for another address than the one that the sign-up is about now: in a stale tab. */
function isForAnother({ session, form }: Step): boolean {
  const email = form.get("email");
  return typeof email === "string" && !isSame(session.data.signUp?.email, email);
}

/** When a code was asked for, by address in lower case, for those whose cooldown still runs. */
function codesUnderWay(state: SignUpState | undefined): Record<string, number> {
  const { email, codeRequestedAt, earlierCodes } = state ?? {};
  const all = {
    ...earlierCodes,
    ...(email && codeRequestedAt && { [email.toLowerCase()]: codeRequestedAt }),
  };
  return Object.fromEntries(Object.entries(all).filter(([, at]) => resendWait(at, Date.now()) > 0));
}

const here = (session: Session) => redirectTo(session, paths.signUp);

/**
 * The four steps of the sign-up (accounts-and-store.md sections 2, 4 and 5); the intent is the button pressed.
 *
 * The step is what the session says, not what the form says: a stale tab, the back button or a second press
 * finds the step done already and is led to where the sign-up is. All of it runs one after the other per
 * session, so that two presses never ask for two codes or make two accounts.
 */
export async function signUpAction({ request, context }: ActionFunctionArgs) {
  const session = await getSession({ request, context });
  const form = await readForm(request);
  if (isTrapped(form)) return here(session);
  const step: Step = { args: { request, context }, session, form };
  const intent = form.get("intent");
  if (intent === "check-email") return checkTypedEmail(step);
  return session.exclusively("sign-up", async () => {
    switch (intent) {
      case "send-code":
        return sendCode(step);
      case "resend":
        return resend(step);
      case "verify":
        return verify(step);
      case "continue":
        return goOn(step);
      case "change-email":
        return changeEmail(step);
      case "details":
        return details(step);
      default:
        return invalidAccess(session);
    }
  });
}

async function withinLimit(
  { args, session }: Step,
  name: LimitName,
  email?: string,
): Promise<number | undefined> {
  const { signUp } = session.data;
  const hasAsked = signUp?.stage === "code" && isSame(signUp.email, email ?? "");
  const allowed = await limit(args, name, { email, hasAsked });
  return allowed.ok ? undefined : allowed.retryAfterSeconds;
}

/** The live check while the address is typed (300 ms): an extra of the script, whose loss costs nothing. */
async function checkTypedEmail(step: Step) {
  const submission = parseFields(step.form, emailSchema, ["email"]);
  if (submission.status !== "success") return failedForm(submission);
  const wait = await withinLimit(step, "check-email");
  if (wait) return tooManyRequests(submission, wait);
  try {
    const taken = await checkEmail(submission.value.email);
    return json({ lastResult: submission.reply(), hint: taken ? ("taken" as const) : ("free" as const) });
  } catch (error) {
    return apiFailed(submission, error);
  }
}

async function sendCode(step: Step) {
  const { session, form, args } = step;
  const submission = parseFields(form, emailSchema, ["email"]);
  if (submission.status !== "success") return failedForm(submission);
  const { email } = submission.value;
  const state = session.data.signUp;
  if (state?.stage === "done") return here(session);
  // An address again within its cooldown, maybe after another one: its code is on its way already.
  const { [email.toLowerCase()]: codeRequestedAt, ...earlierCodes } = codesUnderWay(state);
  if (codeRequestedAt !== undefined) {
    if (state?.stage === "email" || !isSame(state?.email, email)) {
      await session.update((draft) => {
        draft.signUp = { stage: "code", email, codeRequestedAt, earlierCodes };
      });
    }
    return here(session);
  }
  const wait = (await withinLimit(step, "check-email")) ?? (await withinLimit(step, "request-code", email));
  if (wait) return tooManyRequests(submission, wait);
  try {
    if (await checkEmail(email)) {
      return failedForm(submission, { fieldErrors: { email: ["account:emailHint.invalid"] } });
    }
    await requestCode({ email, language: apiLanguage(await languageOf(args.request)) });
  } catch (error) {
    if (error instanceof ApiError && error.code === Code.TOO_MANY_REQUESTS) return invalidAccess(session);
    return apiFailed(submission, error);
  }
  await session.update((draft) => {
    draft.signUp = { stage: "code", email, codeRequestedAt: Date.now(), earlierCodes };
  });
  return here(session);
}

async function resend(step: Step) {
  const { session, args, form } = step;
  const state = session.data.signUp;
  if (!state?.email) return invalidAccess(session);
  if (state.stage !== "code") return here(session);
  // Whatever stands in the code's field stays there.
  const submission = parseFields(form, codeSchema.partial().catch({}), ["authCode"]);
  if (isForAnother(step)) return failedForm(submission, { formErrors: ["account:signUp.otherAddress"] });
  if (resendWait(state.codeRequestedAt ?? 0, Date.now()) > 0) {
    return failedForm(submission, { fieldErrors: { authCode: [webMessage("024")] } });
  }
  const wait = await withinLimit(step, "request-code", state.email);
  if (wait) return tooManyRequests(submission, wait);
  try {
    await requestCode({ email: state.email, language: apiLanguage(await languageOf(args.request)) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === Code.TOO_MANY_REQUESTS) return invalidAccess(session);
    await session.flash({ kind: "alert", key: "account:code.resendFailed" });
    return here(session);
  }
  await session.update((draft) => {
    draft.signUp = { ...state, codeRequestedAt: Date.now() };
  });
  await session.flash({ kind: "info", key: "account:code.resent" });
  return here(session);
}

async function verify(step: Step) {
  const { session, form } = step;
  const state = session.data.signUp;
  if (!state?.email) return invalidAccess(session);
  if (state.stage !== "code") return here(session);
  const submission = parseFields(form, codeSchema, ["authCode"]);
  if (isForAnother(step)) return failedForm(submission, { formErrors: ["account:signUp.otherAddress"] });
  if (submission.status !== "success") return failedForm(submission);
  const wait = await withinLimit(step, "verify-code", state.email);
  if (wait) return tooManyRequests(submission, wait);
  const failed = (key: string) => failedForm(submission, { fieldErrors: { authCode: [key] } });
  try {
    const isRight = await verifyCode({ email: state.email, authCode: submission.value.authCode });
    if (!isRight) return failed(webMessage("020"));
  } catch (error) {
    if (error instanceof ApiError && error.kind === "business") {
      return failed(webMessage(error.code === Code.AUTH_EXPIRED_CODE ? "023" : "020"));
    }
    return apiFailed(submission, error);
  }
  await session.update((draft) => {
    draft.signUp = { ...state, stage: "verified" };
  });
  return here(session);
}

async function goOn({ session }: Step) {
  const state = session.data.signUp;
  if (!state?.email) return invalidAccess(session);
  if (state.stage === "verified") {
    await session.update((draft) => {
      draft.signUp = { ...state, stage: "details" };
    });
  }
  return here(session);
}

/** Back to step 0, with the address still in its field. The cooldown of its code goes on. */
async function changeEmail({ session }: Step) {
  const state = session.data.signUp;
  if (state?.stage === "code" || state?.stage === "verified" || state?.stage === "details") {
    await session.update((draft) => {
      draft.signUp = { ...state, stage: "email" };
    });
  } else if (state?.stage === "done") {
    await session.update((draft) => {
      delete draft.signUp;
    });
  }
  return here(session);
}

const DETAILS = ["password", "passwordConfirm", "firstName", "lastName", "agreement"] as const;

async function details(step: Step) {
  const { session, form } = step;
  const state = session.data.signUp;
  if (!state?.email) return invalidAccess(session);
  if (state.stage !== "details") return here(session);
  const submission = parseFields(form, detailsSchema, DETAILS);
  if (isForAnother(step)) return failedForm(submission, { formErrors: ["account:signUp.otherAddress"] });
  if (submission.status !== "success") return failedForm(submission);
  const { password, firstName, lastName } = submission.value;
  try {
    await signUp({ email: state.email, password, firstName, lastName });
  } catch (error) {
    return signUpFailed(session, submission, error);
  }
  await session.update((draft) => {
    draft.signUp = { stage: "done", firstName, lastName };
  });
  return here(session);
}

/** Where a refused sign-up belongs: at its field, or back at the step that has to be done again. */
async function signUpFailed(session: Session, submission: Answerable, error: unknown) {
  if (error instanceof ApiError && error.kind === "business") {
    switch (error.code) {
      case Code.AUTH_DUPLICATE_EMAIL:
      case Code.USER_EXISTS:
      case Code.AUTH_INVALID_CODE:
      case Code.AUTH_EXPIRED_CODE:
        // Registered meanwhile, or the verification ran out: the address has to be shown to be theirs again.
        await session.update((draft) => {
          draft.signUp = { stage: "email", ...(draft.signUp?.email ? { email: draft.signUp.email } : {}) };
        });
        await session.flash({ kind: "alert", key: error.messageKey });
        return here(session);
      case Code.USER_INVALID_PASSWORD:
        return failedForm(submission, { fieldErrors: { password: ["account:password.refused"] } });
      case Code.USER_INVALID_NAME:
      case Code.AUTH_NAME_DUPLICATION:
      case Code.AUTH_SPECIAL_CHARACTER:
      case Code.AUTH_ABUSE_CHARACTER:
        return failedForm(submission, { fieldErrors: { firstName: [error.messageKey] } });
      default:
        break;
    }
  }
  return apiFailed(submission, error);
}
