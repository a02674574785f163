import type { Submission } from "@conform-to/react";
import { type ActionFunctionArgs, json, type TypedResponse } from "@remix-run/node";
import type { FieldName, FormFields, FormValue } from "~/domain/form-fields";
import { type FormActionData, LANGUAGE_FIELD, type StaleReason } from "~/domain/form-setup";
import type { ApiError } from "#server/errors/api-error";
import { requireOwnOrigin } from "#server/protocol/csrf.server";
import { limit, type RateLimitName, type LimitSubject } from "#server/limits/rate-limit.server";
import { type FlashMessage, redirectTo, type Session } from "#server/session/session.server";
import type { StoredFile } from "#server/session/session-data";
import { readForm } from "./form.server";
import type { FieldProblems } from "./form-schema.server";
import { withParams } from "~/domain/message-codes";
import { memberName } from "~/domain/member-name";

export interface FormSpec<Fields extends FormFields> {
  /** Purpose of the form and id of its element, unique in the site. */
  name: string;
  /** The fields that are read; all others are ignored. */
  fields: Fields;
  /** Returns problems that depend on the session or on several fields; fields with a problem are undefined. */
  check?: (value: Partial<FormValue<Fields>>, session: Session) => FieldProblems<Fields>;
  /** Intent of a submit by Enter in a field, for forms where an empty intent has no effect. */
  enter?: string;
  /**
   * Who may send the form. `member`: the member it was rendered for. `visitor`: guests too, but a form rendered for a
   * member belongs to that member. `anyone`: bound to nobody (sign-in, recovery).
   */
  who: "member" | "visitor" | "anyone";
  /** Rate limit, and the subject that it counts in addition to the visitor's address. */
  limit?: { name: RateLimitName; about?: (value: FormValue<Fields>, session: Session) => LimitSubject };
  /** Email address that the form is about (of a reset link, of a sign-up), when it must not act for another one. */
  about?: (session: Session) => string | undefined;
  /** Distinguishes pages that contain this form: each has its own draft. */
  page?: (url: URL) => string;
  /** Where another member who sends the form is redirected, with a message, because its page is personal. */
  redirectOthersTo?: string;
  /** Ends the member's sessions: submits are serialised; one that arrives later gets the session-ended error. */
  endsSessions?: boolean;
  /** Maps a refusal of the API to errors of this form. Other refusals show the catalogue's message above the form. */
  refusal?: (error: ApiError) => Refusal<FieldName<Fields>> | undefined;
}

/** `Name`: the fields that it may name. */
export interface FormErrors<Name extends string = never> {
  /** Message keys ("account:signIn.wrong") by field. */
  fieldErrors?: { [Field in Name]?: string[] };
  /** Message keys for the form as a whole. */
  formErrors?: string[];
}

/** `toast`: message key of an additional toast, where the specification requires one. */
export type Refusal<Name extends string = never> = FormErrors<Name> & { toast?: string };

/** `renew`: fields whose input is not sent back, such as a consent to what has changed since. */
export type FormFailure<Name extends string = never> = FormErrors<Name> & {
  status?: number;
  headers?: HeadersInit;
  renew?: readonly Name[];
};

/** A parsed form submission, before its sender is checked. */
export interface ReceivedForm {
  args: ActionFunctionArgs;
  form: FormData;
  /** Value of the pressed button; "" when there is none. */
  intent: string;
  /** The picture that came with the form, for its draft. */
  file?: Omit<StoredFile, "at"> | undefined;
}

/** Returns what the action of a form gets: a submission from a permitted sender, and its responses. */
export function submissionOf<Value, Name extends string>(
  { name, secrets = [] }: { name: string; secrets?: readonly string[] },
  sent: ReceivedForm,
  session: Session,
  submission: Submission<Value>,
  draft: { save: () => Promise<boolean>; delete: () => Promise<void> },
) {
  const hideFields = [...secrets];

  function failed<More extends object = object>(failure: FormFailure<Name> = {}, more?: More) {
    const { status = 400, headers, renew = [], fieldErrors, ...errors } = failure;
    sent.args.context.hasFormErrors = true;
    const lastResult = submission.reply({
      ...errors,
      ...(fieldErrors && { fieldErrors: fieldErrors as Record<string, string[]> }),
      hideFields: [...hideFields, ...renew],
    });
    const actionData = { form: name, lastResult, ...more };
    return json(actionData as FormActionData<More>, headers ? { status, headers } : { status });
  }

  /** Responds with the form and its input, without errors; 200 or the given status. */
  function reshow<More extends object>(more: More, status = 200): TypedResponse<FormActionData<More>> {
    const { initialValue = {} } = submission.reply({ hideFields });
    return json({ form: name, lastResult: { initialValue }, ...more }, { status });
  }

  /** Like `reshow`, for a confirmation step: also saves a draft, for a visitor who leaves the step. */
  async function confirmFirst<More extends object>(more: More) {
    await draft.save();
    return reshow(more);
  }

  async function done(path: string, message?: FlashMessage) {
    await draft.delete();
    if (message) await session.flash(message);
    return redirectTo(session, path);
  }

  /** Counts a rate limit. Returns the 429 response with Retry-After when it is exceeded, otherwise undefined. */
  async function withinLimit<More extends object>(
    limitName: RateLimitName,
    about?: LimitSubject,
    more?: More,
  ) {
    const tooMany = await limit(sent.args, limitName, about);
    if (!tooMany) return undefined;
    const { message, ...init } = tooMany;
    return failed({ formErrors: [message], ...init }, more);
  }

  return { ...sent, session, submission, failed, reshow, confirmFirst, done, withinLimit };
}

export type AuthorizedSubmission<Value, Name extends string = never> = ReturnType<
  typeof submissionOf<Value, Name>
>;

/** A submission that passed validation and its rate limit. */
export type ValidSubmission<Value, Name extends string = never> = AuthorizedSubmission<Value, Name> & {
  value: Value;
};

/** Reads the form of a request. @throws Response 403 from another site, 400 for a malformed body */
export async function receiveForm(args: ActionFunctionArgs): Promise<ReceivedForm> {
  requireOwnOrigin(args.request);
  return sentOf(args, await readForm(args.request));
}

/** Sets the request's language to that of the form's page: another tab may have changed the cookie since. */
export function sentOf(args: ActionFunctionArgs, form: FormData, file?: ReceivedForm["file"]): ReceivedForm {
  const [intent, lng] = [form.get("intent"), form.get(LANGUAGE_FIELD)];
  if (typeof lng === "string") args.context.language = lng;
  return { args, form, intent: typeof intent === "string" ? intent : "", file };
}

/** Returns the message key (with parameters) of a stale form, for responses that are not the form's page. */
export function mismatchMessage(reason: StaleReason, { user }: Session, lng: string): string {
  if (reason !== "member") return `common:form.stale.${reason}`;
  if (!user) return "common:form.stale.signedOut";
  return withParams("common:form.stale.member", { name: memberName(user, lng) ?? user.email });
}
