import { parseWithZod } from "@conform-to/zod";
import type { Submission } from "@conform-to/react";
import { type ActionFunctionArgs, json, type TypedResponse } from "@remix-run/node";
import type { z } from "zod";
import {
  COOKIE_FIELD,
  type FormAnswer,
  type FormOpening,
  LANGUAGE_FIELD,
  STAMP_FIELD,
  type StaleReason,
} from "~/domain/form-answer";
import { tooManyMessage } from "~/domain/message-codes";
import { saidLanguage, sayLanguage } from "~/domain/request-language";
import { ApiError } from "#server/errors/api-error";
import { securityEvent } from "#server/observe/security.server";
import { requireOwnOrigin } from "#server/protocol/csrf.server";
import { limit, type LimitName, type LimitSubject } from "#server/limits/rate-limit.server";
import { singleton } from "#server/runtime/singleton";
import {
  addressOf,
  type FlashMessage,
  getSession,
  redirectTo,
  requireMember,
  type Session,
} from "#server/session/session.server";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { allowedFields, readForm } from "./form.server";
import { forgetWork, keepWork, keptWork } from "./form-drafts.server";
import { staleMessage } from "./mismatch-message.server";
import { makeStamp, memberMark, readStamp, type Stamp } from "./form-signature.server";

/** A form as it is declared, once. */
export interface FormSpec<Schema extends z.ZodTypeAny> {
  /** Its purpose, and the id of its element: no two forms of the site share one. */
  name: string;
  schema: Schema | ((session: Session) => Schema);
  /** Every field that is read; no other is. */
  fields: readonly string[];
  /** The intent that Enter in a field stands for, where no intent at all means nothing. */
  enter?: string;
  /** Fields that never leave the request: neither sent back nor kept. */
  secrets?: readonly string[];
  /** Fields that have to be said anew each time, such as a consent: sent back, but not kept. */
  consents?: readonly string[];
  /**
   * Who may send it. `member`: the member whom it was made for. `visitor`: guests too; one that a member has begun is
   * that member's. `anyone`: bound to nobody, because it acts for nobody who is signed in (sign-in, recovery).
   */
  who: "member" | "visitor" | "anyone";
  /** Its rate limit, and whom it counts beside the visitor's address. */
  limit?: { name: LimitName; about?: (value: z.output<Schema>, session: Session) => LimitSubject };
  /** The address that it is about (of a reset link, of a sign-up), when it must not act for another one. */
  about?: (session: Session) => string | undefined;
  /** Tells apart the pages that have this form: each keeps its own words. */
  page?: (url: URL) => string;
  /** Its page is one member's alone: where anybody else is led who sends it, told why. */
  away?: string;
  /** It ends the member's sessions: one press at a time, and one that comes too late is told so. */
  endsSessions?: boolean;
  /** What a refusal of the API means for this form; the others have the catalogue's message on top. */
  refusal?: (error: ApiError) => Refusal | undefined;
}

export interface FormErrors {
  /** Message keys ("account:signIn.wrong") by field. */
  fieldErrors?: Record<string, string[]>;
  /** Message keys for the form as a whole. */
  formErrors?: string[];
}

export interface Refusal extends FormErrors {
  /** A message key for a toast beside the form, where the specification wants one. */
  toast?: string;
}

export interface FormFailure extends FormErrors {
  /** 400 when left out. */
  status?: number;
  headers?: HeadersInit;
}

/** A form that has arrived: read once, before anything is known of who sent it. */
export interface SentForm {
  args: ActionFunctionArgs;
  form: FormData;
  /** The button that was pressed; "" when it says nothing. */
  intent: string;
}

/** A form whose sender may send it. */
export interface Admitted<Value> {
  session: Session;
  args: ActionFunctionArgs;
  form: FormData;
  intent: string;
  submission: Submission<Value>;
  /** 400 (or the given status): everything that was typed except secrets, and the errors. */
  failed: {
    (failure?: FormFailure): TypedResponse<FormAnswer>;
    <More extends object>(failure: FormFailure, more: More): TypedResponse<FormAnswer<More>>;
  };
  /** Back to the form, with all that was typed: nothing is wrong with it. 200, unless it is said otherwise. */
  again: <More extends object>(more: More, status?: number) => TypedResponse<FormAnswer<More>>;
  /** The same for a question before it goes out: whoever leaves it finds what was typed in the form again. */
  ask: <More extends object>(more: More) => Promise<TypedResponse<FormAnswer<More>>>;
  /** 303: it is done. What was kept of it is forgotten. */
  done: (path: string, message?: FlashMessage) => Promise<TypedResponse<never>>;
  /** Counts it; the answer when a limit was passed (429 and Retry-After). */
  withinLimit: <More extends object>(
    name: LimitName,
    about?: LimitSubject,
    more?: More,
  ) => Promise<TypedResponse<FormAnswer<More>> | undefined>;
}

/** The same, with everything in it right and within its limit. */
export type Taken<Value> = Admitted<Value> & { value: Value };

/** Reads the form of a request. @throws Response 403 from another site, 400 for a body that is no form */
export async function readSent(args: ActionFunctionArgs): Promise<SentForm> {
  requireOwnOrigin(args.request);
  return sentOf(args, await readForm(args.request));
}

/**
 * The same for a form that was read already. From here on the request is in the language of the form's screen: a mail
 * that it asks for, a message of the API.
 */
export function sentOf(args: ActionFunctionArgs, form: FormData): SentForm {
  const [intent, lng] = [form.get("intent"), form.get(LANGUAGE_FIELD)];
  if (typeof lng === "string") sayLanguage(args.request, lng);
  return { args, form, intent: typeof intent === "string" ? intent : "" };
}

export type SiteForm<Schema extends z.ZodTypeAny = z.ZodTypeAny> = ReturnType<typeof defineForm<Schema>>;

/** All forms of the site by name: what the switch of the language may keep is asked of them. */
const forms = singleton("forms", () => new Map<string, Pick<SiteForm, "open" | "keep" | "staleFor">>());

export const formNamed = (name: string) => forms.get(name);

/** The names of all forms of the modules that are loaded. */
export const formNames = (): string[] => [...forms.keys()];

/**
 * A form of the site: declared once, it says in its page's loader what the page needs (`open`), and in the action who
 * may send it, what is wrong with it, and what becomes of it (`take`; `admit` where the check comes later).
 */
export function defineForm<Schema extends z.ZodTypeAny>(spec: FormSpec<Schema>) {
  type Value = z.output<Schema>;
  const { name, fields, secrets = [], consents = [], who } = spec;
  const keeps = fields.filter((field) => !secrets.includes(field) && !consents.includes(field));
  const placeOf = (url: URL) => (spec.page ? `${name} ${spec.page(url)}` : name);

  const schemaOf = (session: Session): Schema =>
    typeof spec.schema === "function" ? spec.schema(session) : spec.schema;

  /** Fields of this form that may be kept, of what was sent. */
  function typedIn(form: FormData): Record<string, string> {
    return Object.fromEntries(
      [...allowedFields(form, keeps)].flatMap(([field, value]) =>
        typeof value === "string" ? [[field, value]] : [],
      ),
    );
  }

  /** What the page of the form needs to show it. For loaders. */
  function open(session: Session, request: Request): FormOpening {
    const mark = memberMark(session.user);
    return {
      name,
      stamp: makeStamp({ name, fields }, who === "anyone" ? "" : mark, spec.about?.(session)),
      who: mark,
      triesCookies: session.tryCookies(),
      isBound: who !== "anyone",
      fields: [...fields],
      enter: spec.enter ?? "",
      keeps,
      kept: keptWork(session, placeOf(new URL(request.url)), mark),
    };
  }

  /**
   * Keeps what was typed for whoever opens the page again: the member whom the form was made for, and nobody else.
   *
   * @param url of the form's page
   * @returns whether there was anything to keep
   */
  async function keep(session: Session, form: FormData, url: URL): Promise<boolean> {
    const stamp = readStamp({ name, fields }, form.get(STAMP_FIELD));
    if (!stamp) return false;
    return keepWork(session, { form: placeOf(url), who: stamp.who, values: typedIn(form) });
  }

  /** What was wrong from the beginning: the form is not for whoever has sent it now. */
  function staleReason(session: Session, stamp: Stamp | undefined): StaleReason | undefined {
    if (who === "anyone" && !spec.about) return undefined;
    if (!stamp) return "release";
    if (!stamp.isFor(who === "anyone" ? undefined : session.user)) return "member";
    return stamp.isAbout(spec.about?.(session) ?? "") ? undefined : "about";
  }

  async function stale(
    { session, submission, args }: Admitted<Value>,
    reason: StaleReason,
    stamp: Stamp | undefined,
  ): Promise<TypedResponse<FormAnswer>> {
    securityEvent("form-refused", { member: session.user?.id, what: `${name} ${reason}` });
    if (reason === "member" && spec.away) {
      const key = staleMessage(reason, session, saidLanguage(args.request) ?? "");
      await session.flash({ kind: "alert", key });
      return redirectTo(session, spec.away);
    }
    // Another member's text is never shown; a guest's, and that of an older page, belongs to the visitor at this
    // browser.
    const isTheirs = reason !== "member" || stamp?.who === "";
    const { initialValue = {} } = submission.reply({ hideFields: [...secrets] });
    const lastResult = { status: "error" as const, initialValue: isTheirs ? initialValue : {} };
    return json<FormAnswer>({ form: name, lastResult, stale: reason }, { status: 409 });
  }

  async function sessionFor(sent: SentForm, stamp: Stamp | undefined): Promise<Session> {
    const { args } = sent;
    const session = await getSession(args);
    const isMembers = who === "member" || (who === "visitor" && stamp !== undefined && stamp.who !== "");
    if (!isMembers) return session;
    // Somebody was signed in when the page was made: why they are asked again has to be said.
    if (stamp?.who && !session.isSignedIn && !session.needsNewerRelease) {
      const hasWork = Object.values(typedIn(sent.form)).some((value) => value.trim() !== "");
      // Ended from elsewhere: a message of its own waits.
      if (!hasWork && !session.data.ended) await session.flash({ kind: "info", key: "account:ended.text" });
      throw new SignInNeeded(session, addressOf(args.request), true);
    }
    return requireMember(args);
  }

  /** Runs work that may find that the session has ended: what was typed then waits for the new sign-in. */
  async function keepingWork<Result>(sent: SentForm, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SignInNeeded)) throw error;
      const session = await getSession(sent.args);
      if (!(await keep(session, sent.form, new URL(sent.args.request.url)))) throw error;
      await session.flash({ kind: "info", key: "account:ended.kept" });
      throw new SignInNeeded(session, error.backTo, true);
    }
  }

  function admittedOf(sent: SentForm, session: Session): Admitted<Value> {
    const submission = parseWithZod(allowedFields(sent.form, fields), { schema: schemaOf(session) });
    const hideFields = [...secrets];
    const failed = <More extends object>(failure: FormFailure = {}, more?: More) => {
      const { status = 400, headers, ...errors } = failure;
      const answer = { form: name, lastResult: submission.reply({ ...errors, hideFields }), ...more };
      return json(answer as FormAnswer<More>, headers ? { status, headers } : { status });
    };
    const again = <More extends object>(more: More, status = 200): TypedResponse<FormAnswer<More>> => {
      const { initialValue = {} } = submission.reply({ hideFields });
      return json({ form: name, lastResult: { initialValue }, ...more }, { status });
    };
    return {
      ...sent,
      session,
      submission,
      failed,
      again,
      async ask(more) {
        await keep(session, sent.form, new URL(sent.args.request.url));
        return again(more);
      },
      async done(path, message) {
        await forgetWork(session, placeOf(new URL(sent.args.request.url)), memberMark(session.user));
        if (message) await session.flash(message);
        return redirectTo(session, path);
      },
      async withinLimit(limitName, about, more) {
        const allowed = await limit(sent.args, limitName, about);
        if (allowed.ok) return undefined;
        const { retryAfterSeconds: seconds } = allowed;
        const headers = { "Retry-After": String(seconds) };
        return failed({ formErrors: [tooManyMessage(seconds)], status: 429, headers }, more);
      },
    };
  }

  /** Looks who sends it, and does `work` when they may: refused forms, and failures of the API, are answered here. */
  async function admit<Result extends Response>(
    sent: SentForm,
    work: (form: Admitted<Value>) => Promise<Result>,
  ): Promise<Result | TypedResponse<FormAnswer>> {
    const stamp = readStamp({ name, fields }, sent.form.get(STAMP_FIELD));
    const session = await keepingWork(sent, () => sessionFor(sent, stamp));
    const admitted = admittedOf(sent, session);
    // Nothing is asked of the API for a browser that would lose the answer: a session, a step, a message.
    if (sent.form.has(COOKIE_FIELD) && !sent.args.request.headers.has("Cookie")) {
      return admitted.failed({ formErrors: ["common:cookies.form"] });
    }
    const reason = staleReason(session, stamp);
    if (reason) return stale(admitted, reason, stamp);
    return keepingWork(sent, async () => {
      try {
        return await work(admitted);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const { toast, ...errors } = spec.refusal?.(error) ?? { formErrors: [error.messageKey] };
        if (toast) await session.flash({ kind: "error", key: toast });
        return admitted.failed({ ...errors, status: error.kind === "business" ? 400 : error.status });
      }
    });
  }

  /** The same for a form that is right and within its limit; what is wrong is answered here too. */
  function take<Result extends Response>(
    sent: SentForm,
    work: (form: Taken<Value>) => Promise<Result>,
  ): Promise<Result | TypedResponse<FormAnswer>> {
    return admit(sent, async (admitted): Promise<Result | TypedResponse<FormAnswer>> => {
      const { submission } = admitted;
      if (submission.status !== "success") return admitted.failed();
      const value = submission.value as Value;
      const { name: limitName, about } = spec.limit ?? {};
      const tooMany = limitName && (await admitted.withinLimit(limitName, about?.(value, admitted.session)));
      if (tooMany) return tooMany;
      const taken = { ...admitted, value };
      if (!spec.endsSessions) return work(taken);
      return admitted.session.exclusively(name, () => {
        const ended = admitted.session.endedError();
        if (ended) throw ended;
        return work(taken);
      });
    });
  }

  /** For answers that are no page (a picture ahead of its form, a like): why it is not for whoever has sent it. */
  function staleFor(session: Session, form: FormData): StaleReason | undefined {
    return staleReason(session, readStamp({ name, fields }, form.get(STAMP_FIELD)));
  }

  const form = { name, open, keep, staleFor, admit, take };
  forms.set(name, form);
  return form;
}
