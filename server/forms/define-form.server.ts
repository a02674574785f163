import { parseWithZod } from "@conform-to/zod";
import { json, type TypedResponse } from "@remix-run/node";
import { namesOf, textNames } from "~/domain/field-order";
import type { FieldName, FormFields, FormValue } from "~/domain/form-fields";
import {
  COOKIE_FIELD,
  type FormActionData,
  type FormSetup,
  SIGNATURE_FIELD,
  type StaleReason,
} from "~/domain/form-setup";
import { ApiError } from "#server/errors/api-error";
import { securityEvent } from "#server/observe/security.server";
import {
  requestPath,
  getSession,
  redirectTo,
  requireMember,
  type Session,
} from "#server/session/session.server";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { allowedFields } from "./form.server";
import { attachedTo, deleteDraft, saveDraft, readDraft } from "./form-drafts.server";
import { schemaOf } from "./form-schema.server";
import { signForm, memberHash, readSignature, type FormSignature } from "./form-signature.server";
import {
  type AuthorizedSubmission,
  type FormSpec,
  mismatchMessage,
  type ReceivedForm,
  submissionOf,
  type ValidSubmission,
} from "./form-spec.server";

export type SiteForm<Fields extends FormFields> = ReturnType<typeof defineForm<Fields>>;

/** Forms of the loaded modules, for routes that receive another page's form: language switch, attachment. */
export const forms = new Map<string, Pick<SiteForm<FormFields>, "open" | "keep" | "staleFor">>();

/**
 * Defines a form. Its page's loader calls `open` for the page's data. The action calls `handle`, which checks that the
 * form was rendered for its sender, validates the input and counts the rate limit; or `authorize`, which only checks
 * the sender.
 */
export function defineForm<Fields extends FormFields>(spec: FormSpec<Fields>) {
  type Value = FormValue<Fields>;
  type Authorized = AuthorizedSubmission<Value, FieldName<Fields>>;
  const { name, fields: declared, who } = spec;
  const fields = textNames(declared);
  const secrets = fields.filter((field) => declared[field]?.isSecret);
  const draftFields = fields.filter((field) => !declared[field]?.isSecret && !declared[field]?.isNotDrafted);
  const hasFile = namesOf(declared).length > fields.length;
  const plainSchema = spec.check ? undefined : schemaOf(declared);
  const placeOf = (url: URL) => (spec.page ? `${name} ${spec.page(url)}` : name);

  function typedIn(form: FormData): Record<string, string> {
    return Object.fromEntries(
      [...allowedFields(form, draftFields)].map(([field, value]) => [field, String(value)]),
    );
  }

  function open(session: Session, request: Request): FormSetup {
    const mark = memberHash(session.user);
    return {
      name,
      signature: signForm({ name, fields }, who === "anyone" ? "" : mark, spec.about?.(session)),
      who: mark,
      triesCookies: session.tryCookies(),
      isBound: who !== "anyone",
      fields,
      enter: spec.enter ?? "",
      draftFields,
      ...(hasFile && { hasFile: true as const }),
      draft: readDraft(session, placeOf(new URL(request.url)), mark),
    };
  }

  /**
   * Saves a draft for the member whom the form was rendered for, and returns whether there was valid input.
   *
   * @param file the picture that came with the form, if it was not sent before
   */
  async function keep(session: Session, form: FormData, url: URL, file?: ReceivedForm["file"]) {
    const signature = readSignature({ name, fields }, form.get(SIGNATURE_FIELD));
    if (!signature) return false;
    const work = { form: placeOf(url), who: signature.who, values: typedIn(form) };
    return saveDraft(session, {
      ...work,
      ...(hasFile && attachedTo(session, form, signature.who, file)),
    });
  }

  /** Returns why this session may not submit the form; undefined when it may. */
  function staleReason(session: Session, signature: FormSignature | undefined): StaleReason | undefined {
    if (who === "anyone" && !spec.about) return undefined;
    if (!signature) return "release";
    if (!signature.isFor(who === "anyone" ? undefined : session.user)) return "member";
    return signature.isAbout(spec.about?.(session) ?? "") ? undefined : "about";
  }

  async function stale(
    { session, submission, args }: Authorized,
    reason: StaleReason,
    signature: FormSignature | undefined,
  ): Promise<TypedResponse<FormActionData>> {
    securityEvent("form-refused", { member: session.user?.id, what: `${name} ${reason}` });
    if (reason === "member" && spec.redirectOthersTo) {
      const key = mismatchMessage(reason, session, args.context.language ?? "");
      await session.flash({ kind: "alert", key });
      return redirectTo(session, spec.redirectOthersTo);
    }
    // Show no input from a form that was rendered for another member. All other input counts as this visitor's: from a
    // guest's form, an older release, or for another subject.
    const isTheirs = reason !== "member" || signature?.who === "";
    const { initialValue = {} } = submission.reply({ hideFields: secrets });
    const lastResult = { status: "error" as const, initialValue: isTheirs ? initialValue : {} };
    return json<FormActionData>({ form: name, lastResult, stale: reason }, { status: 409 });
  }

  async function sessionFor(sent: ReceivedForm, signature: FormSignature | undefined): Promise<Session> {
    const { args } = sent;
    const session = await getSession(args);
    const isMembers =
      who === "member" || (who === "visitor" && signature !== undefined && signature.who !== "");
    if (!isMembers) return session;
    // The page was rendered for a signed-in member, so explain why they must sign in again.
    if (signature?.who && !session.isSignedIn && !session.needsNewerRelease) {
      const hasWork = Object.values(typedIn(sent.form)).some((value) => value.trim() !== "");
      // A session that was ended elsewhere has its own message.
      if (!hasWork && !session.data.ended) await session.flash({ kind: "info", key: "account:ended.text" });
      throw new SignInNeeded(session, requestPath(args.request), true);
    }
    return requireMember(args);
  }

  /** Runs work that may find the session ended: saves the input as a draft then, and redirects to the sign-in. */
  async function keepingWork<Result>(sent: ReceivedForm, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SignInNeeded)) throw error;
      const session = await getSession(sent.args);
      if (!(await keep(session, sent.form, new URL(sent.args.request.url), sent.file))) throw error;
      await session.flash({ kind: "info", key: "account:ended.kept" });
      throw new SignInNeeded(session, error.backTo, true);
    }
  }

  function authorized(sent: ReceivedForm, session: Session): Authorized {
    const schema = plainSchema ?? schemaOf(declared, (value) => spec.check?.(value, session) ?? {});
    const submission = parseWithZod(allowedFields(sent.form, fields, secrets), { schema });
    const url = new URL(sent.args.request.url);
    const draft = {
      save: () => keep(session, sent.form, url),
      delete: () => deleteDraft(session, placeOf(url), memberHash(session.user)),
    };
    return submissionOf<Value, FieldName<Fields>>({ name, secrets }, sent, session, submission, draft);
  }

  /**
   * Runs `work` if the form was rendered for its sender; otherwise responds with 409 or redirects to
   * `spec.redirectOthersTo`. An ApiError from `work` becomes an error of the form.
   *
   * @throws SignInNeeded when a member's form is submitted without a valid session
   */
  async function authorize<Result extends Response>(
    sent: ReceivedForm,
    work: (form: Authorized) => Promise<Result>,
  ): Promise<Result | TypedResponse<FormActionData>> {
    const signature = readSignature({ name, fields }, sent.form.get(SIGNATURE_FIELD));
    const session = await keepingWork(sent, () => sessionFor(sent, signature));
    const admitted = authorized(sent, session);
    // The page set a trial cookie, but the browser sends none: it would lose the session, so do not call the API.
    if (sent.form.has(COOKIE_FIELD) && !sent.args.request.headers.has("Cookie")) {
      return admitted.failed({ formErrors: ["common:cookies.form"] });
    }
    const reason = staleReason(session, signature);
    if (reason) return stale(admitted, reason, signature);
    return keepingWork(sent, async () => {
      try {
        return await work(admitted);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const { toast, ...errors } = spec.refusal?.(error) ?? { formErrors: [error.messageKey] };
        if (toast) await session.flash({ kind: "error", key: toast });
        return admitted.failed({ ...errors, ...error.response }, toast ? { isTold: true } : {});
      }
    });
  }

  function handle<Result extends Response>(
    sent: ReceivedForm,
    work: (form: ValidSubmission<Value, FieldName<Fields>>) => Promise<Result>,
  ): Promise<Result | TypedResponse<FormActionData>> {
    return authorize(sent, async (admitted): Promise<Result | TypedResponse<FormActionData>> => {
      const { submission } = admitted;
      if (submission.status !== "success") return admitted.failed();
      const value = submission.value as Value;
      const { name: limitName, about } = spec.limit ?? {};
      const tooMany = limitName && (await admitted.withinLimit(limitName, about?.(value, admitted.session)));
      if (tooMany) return tooMany;
      const taken = { ...admitted, value };
      if (!spec.endsSessions) return work(taken);
      return admitted.session.exclusively(name, () => {
        // A concurrent submit may have ended this session while this one waited for the lock.
        const ended = admitted.session.endedError();
        if (ended) throw ended;
        return work(taken);
      });
    });
  }

  /** Like `staleReason`, for actions that do not respond with the form's page: an attachment upload, a like. */
  function staleFor(session: Session, form: FormData): StaleReason | undefined {
    return staleReason(session, readSignature({ name, fields }, form.get(SIGNATURE_FIELD)));
  }

  const form = { name, fields: declared, open, keep, staleFor, authorize, handle };
  forms.set(name, form);
  return form;
}
