import type { ActionFunctionArgs } from "@remix-run/node";
import { resendWait } from "~/domain/auth-code";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { callApi } from "#server/api/api.server";
import { ApiError } from "#server/errors/api-error";
import * as clock from "#server/runtime/clock.server";
import { Code } from "#server/wire/codes";
import { receiveForm, type ReceivedForm } from "#server/forms/form-spec.server";
import { trapMark, TRAPPED } from "#server/forms/trap.server";
import { getSession, invalidAccess, redirectTo, type Session } from "#server/session/session.server";
import type { SignUpState } from "#server/session/session-data";
import { codeForm, detailsForm, emailForm } from "./form.server";

/** The API compares addresses without regard to case. */
const isSame = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase();

/** Returns the times (epoch ms) of code requests whose cooldown has not ended, by address in lower case. */
function codesUnderWay(state: SignUpState | undefined): Record<string, number> {
  const { email, codeRequestedAt, earlierCodes } = state ?? {};
  const all = {
    ...earlierCodes,
    ...(email && codeRequestedAt && { [email.toLowerCase()]: codeRequestedAt }),
  };
  return Object.fromEntries(Object.entries(all).filter(([, at]) => resendWait(at, clock.now()) > 0));
}

/** `hasAsked`: this visitor has requested a code for the address, so requests by others cannot lock them out. */
function about({ data: { signUp } }: Session, email: string) {
  const hasAsked = signUp?.stage === "code" && signUp.codeRequestedAt !== undefined;
  return { email, hasAsked: hasAsked && isSame(signUp.email, email) };
}

const here = (session: Session) => redirectTo(session, paths.signUp);

async function atStage<Result>(
  session: Session,
  stage: SignUpState["stage"],
  work: (email: string, state: SignUpState) => Promise<Result>,
) {
  const state = session.data.signUp;
  if (state?.stage === "done") return here(session);
  if (!state?.email) return invalidAccess(session);
  return state.stage === stage ? work(state.email, state) : here(session);
}

const setState = (session: Session, state: SignUpState) =>
  session.update((draft) => {
    draft.signUp = state;
  });

/**
 * Handles the steps of the sign-up (accounts-and-store.md sections 2, 4 and 5). The session, not the form, holds the
 * current step: a stale tab, the back button or a second submit redirects to it. Submissions of a session run one after
 * the other, so that two of them cannot request two codes or create two accounts.
 */
export async function signUpAction(args: ActionFunctionArgs) {
  const [sent, session] = await Promise.all([receiveForm(args), getSession(args)]);
  if (sent.intent === "check-email") return checkTypedEmail(sent);
  return session.exclusively("sign-up", async () => {
    switch (sent.intent || mainIntent(sent.form)) {
      case "send-code":
        return sendCode(sent);
      case "resend":
        return atStage(session, "code", (email, state) => resend(sent, session, email, state));
      case "verify":
        return atStage(session, "code", (email, state) => verify(sent, session, email, state));
      case "continue":
        return atStage(session, "verified", async (_, state) => {
          await setState(session, { ...state, stage: "details" });
          return here(session);
        });
      case "change-email":
        return changeEmail(session);
      case "details":
        return atStage(session, "details", (email) => details(sent, session, email));
      default:
        return invalidAccess(session);
    }
  });
}

/** The main action of a step, for a form that a password manager submits without a button. */
function mainIntent(form: FormData): string {
  if (form.has("password")) return "details";
  if (form.has("authCode")) return "verify";
  return form.has("email") ? "send-code" : "";
}

async function checkTypedEmail(sent: ReceivedForm) {
  return emailForm.handle(sent, async ({ value, reshow, withinLimit }) => {
    const tooMany = await withinLimit("check-email");
    if (tooMany) return tooMany;
    const isTaken = await callApi("checkEmail", { json: { email: value.email } });
    return reshow({ hint: isTaken ? ("taken" as const) : ("free" as const) });
  });
}

/** Requests a code. */
async function sendCode(sent: ReceivedForm) {
  return emailForm.handle(sent, async (form) => {
    const { session, args, failed, done, withinLimit } = form;
    const { email } = form.value;
    const person = trapMark(emailForm.name, form.form);
    if (person) return failed({ formErrors: [TRAPPED] }, { person });
    const state = session.data.signUp;
    if (state?.stage === "done") return here(session);
    const { [email.toLowerCase()]: codeRequestedAt, ...earlierCodes } = codesUnderWay(state);
    // During the cooldown of this address its code has been sent already.
    if (codeRequestedAt !== undefined) {
      if (state?.stage === "email" || !isSame(state?.email, email)) {
        await setState(session, { stage: "code", email, codeRequestedAt, earlierCodes });
      }
      return done(paths.signUp);
    }
    const tooMany =
      (await withinLimit("check-email")) ?? (await withinLimit("request-code", about(session, email)));
    if (tooMany) return tooMany;
    if (await callApi("checkEmail", { json: { email } })) {
      return failed({ fieldErrors: { email: ["account:emailHint.invalid"] } });
    }
    try {
      const language = apiLanguage(await languageOf(args));
      await callApi("requestCode", { json: { email, language } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== Code.TOO_MANY_REQUESTS) throw error;
      // A code was requested in another browser; /sign-up takes it here. Only that browser knows how long it is valid.
      await setState(session, { stage: "code", email, codeRequestedAt: undefined, earlierCodes });
      return tooSoon(session);
    }
    await setState(session, { stage: "code", email, codeRequestedAt: clock.now(), earlierCodes });
    return done(paths.signUp);
  });
}

/** A code within the five minutes after another one (accounts-and-store.md section 9): Invalid Access, and home. */
const tooSoon = (session: Session) =>
  invalidAccess(session, "errors:invalidAccessForNow", {
    to: paths.signUp,
    key: "account:code.requestedHave",
  });

async function resend(sent: ReceivedForm, session: Session, email: string, state: SignUpState) {
  // Not `handle`, which would validate the code field; resending does not depend on its input.
  return codeForm.authorize(sent, async ({ args, failed, withinLimit }) => {
    if (resendWait(state.codeRequestedAt ?? 0, clock.now()) > 0) {
      return failed({ fieldErrors: { authCode: [webMessage("024")] } });
    }
    const tooMany = await withinLimit("request-code", about(session, email));
    if (tooMany) return tooMany;
    try {
      const language = apiLanguage(await languageOf(args));
      await callApi("requestCode", { json: { email, language } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === Code.TOO_MANY_REQUESTS) return tooSoon(session);
      await session.flash({ kind: "alert", key: "account:code.resendFailed" });
      return here(session);
    }
    await setState(session, { ...state, codeRequestedAt: clock.now() });
    await session.flash({ kind: "info", key: "account:code.resent" });
    return here(session);
  });
}

async function verify(sent: ReceivedForm, session: Session, email: string, state: SignUpState) {
  return codeForm.handle(sent, async ({ value, failed, done, withinLimit }) => {
    const tooMany = await withinLimit("verify-code", about(session, email));
    if (tooMany) return tooMany;
    const wrong = (code: string) => failed({ fieldErrors: { authCode: [webMessage(code)] } });
    try {
      if (!(await callApi("verifyCode", { json: { email, authCode: value.authCode } }))) return wrong("020");
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== "business") throw error;
      return wrong(error.code === Code.AUTH_EXPIRED_CODE ? "023" : "020");
    }
    await setState(session, { ...state, stage: "verified" });
    return done(paths.signUp);
  });
}

/** Returns to step 0 with the address still in its field. The cooldown of its code continues. */
async function changeEmail(session: Session) {
  await session.update((draft) => {
    if (draft.signUp?.stage === "done") delete draft.signUp;
    else if (draft.signUp) draft.signUp.stage = "email";
  });
  return here(session);
}

async function details(sent: ReceivedForm, session: Session, email: string) {
  return detailsForm.handle(sent, async ({ value, done }) => {
    try {
      await callApi("signUp", { json: { email, ...value } });
    } catch (error) {
      const isBusiness = error instanceof ApiError && error.kind === "business";
      if (!isBusiness || !verifyAgain.includes(error.code)) throw error;
      await setState(session, { stage: "email", email });
      return done(paths.signUp, { kind: "alert", key: error.messageKey });
    }
    await setState(session, { stage: "done", firstName: value.firstName, lastName: value.lastName });
    return done(paths.signUp);
  });
}

/** Codes after which the address must be verified again: it was registered meanwhile, is invalid, or expired. */
const verifyAgain: unknown[] = [
  Code.AUTH_EMAIL_DUPLICATION,
  Code.AUTH_DUPLICATE_EMAIL,
  Code.USER_EXISTS,
  Code.USER_INVALID_EMAIL,
  Code.AUTH_INVALID_CODE,
  Code.AUTH_EXPIRED_CODE,
];
