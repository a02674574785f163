import { type ActionFunctionArgs, redirect, type TypedResponse } from "@remix-run/node";
import type { FieldName, FormFields, FormValue } from "~/domain/form-fields";
import { ASK_INTENT, ATTACHMENT_FIELD, type FormActionData } from "~/domain/form-setup";
import { languageOfTag } from "~/domain/language-tag";
import type { AttachedFile } from "~/domain/attachment-rules";
import { attachmentMessage } from "~/domain/message-codes";
import { env } from "#server/config/env.server";
import type { ApiError } from "#server/errors/api-error";
import { languageCookieHeader } from "#server/protocol/language.server";
import { applySessionCookie, getSession } from "#server/session/session.server";
import { calls } from "#server/wire/calls";
import { Code } from "#server/wire/codes";
import { type SiteForm } from "#server/forms/define-form.server";
import { type AuthorizedSubmission, type FormFailure, sentOf } from "#server/forms/form-spec.server";
import { trapMark, TRAPPED } from "#server/forms/trap.server";
import { formTokenOf, runOnceByKey, storedResult } from "#server/forms/form-token.server";
import { attachmentOf, dropPendingFile, shownFile } from "./pending-uploads.server";
import { removeUpload } from "./disk-uploads.server";
import { type ReceivedUpload, receiveUpload } from "./receive.server";

export type AttachmentStep = FormActionData<{
  /** `confirm`: the input is valid and the visitor is asked to confirm. */
  step: "form" | "confirm";
  attachment: AttachedFile | null;
  token: string;
}>;

const isHttps = () => env().siteUrl?.startsWith("https:") ?? false;

const timeLimits = { inquiry: calls.createInquiry.timeoutMs, reply: calls.replyToInquiry.timeoutMs };

/** Receives a form with an attachment. Deletes the file at once when the sender may not send the form. */
export async function admitWithFile<Fields extends FormFields, Result extends Response>(
  form: SiteForm<Fields>,
  args: ActionFunctionArgs,
  work: (
    admitted: AuthorizedSubmission<FormValue<Fields>, FieldName<Fields>>,
    received: ReceivedUpload,
  ) => Promise<Result>,
): Promise<Result | TypedResponse<FormActionData>> {
  const received = await receiveUpload(args);
  let isTaken = false;
  try {
    const lng = languageOfTag(String(received.form.get("lng") ?? ""));
    if (lng) {
      isTaken = true;
      return await switchLanguage(form, args, received, lng);
    }
    return await form.authorize(sentOf(args, received.form, received.file), (admitted) => {
      isTaken = true;
      return work(admitted, received);
    });
  } finally {
    const { file } = received;
    if (file && !isTaken && !(await isInDraft(args, file.id))) await removeUpload(file.id);
  }
}

async function isInDraft(args: ActionFunctionArgs, id: string): Promise<boolean> {
  const { data } = await getSession(args);
  return data.kept?.some(({ file }) => file?.id === id) === true;
}

/**
 * Stores a language and keeps the form with its picture. Without scripts the language buttons submit the page's form.
 * One with an attachment comes here, because only these addresses accept a file.
 */
async function switchLanguage(
  form: Pick<SiteForm<FormFields>, "keep" | "staleFor">,
  args: ActionFunctionArgs,
  received: ReceivedUpload,
  lng: NonNullable<ReturnType<typeof languageOfTag>>,
) {
  const session = await getSession(args);
  const url = new URL(args.request.url);
  // A `lng` parameter would override the new choice.
  url.searchParams.delete("lng");
  if (form.staleFor(session, received.form) === undefined) {
    const { file } = await attachmentOf(session, received);
    if (file) received.form.set(ATTACHMENT_FIELD, file.id);
    await form.keep(session, received.form, url);
  } else if (received.file) await removeUpload(received.file.id);
  const headers = new Headers({ "Set-Cookie": languageCookieHeader(lng, isHttps()) });
  await applySessionCookie(headers, args.context);
  return redirect(url.pathname + url.search, { status: 303, headers }) as TypedResponse<never>;
}

/**
 * Runs the steps that the inquiry and the reply share: back to the form (intent `edit`), detach the picture (`detach`),
 * validate, confirm (unless the page has done so: `confirmed`), and count the rate limit (`formName`).
 *
 * @returns the response that ends this step, or the valid, confirmed submission: its value and file, `once` to send it
 * (idempotent per token and input), and `failed` for the response when sending fails
 */
export async function attachmentFormStep<Value, Field extends string>(
  admitted: AuthorizedSubmission<Value, Field | "file">,
  received: ReceivedUpload,
  formName: keyof typeof timeLimits,
) {
  const { session, form, intent, submission } = admitted;
  const { file, problem } = await attachmentOf(session, received);
  const token = formTokenOf(form);
  const page = (step: AttachmentStep["step"]) => ({ step, attachment: shownFile(file), token });
  const failed = (failure: FormFailure<Field | "file">) => admitted.failed(failure, page("form"));

  if (intent === "edit") return { response: admitted.reshow(page("form")) };
  if (intent === "detach") {
    if (file) await dropPendingFile(session, file.id);
    return { response: admitted.reshow({ ...page("form"), attachment: null }) };
  }
  const isConfirmed = form.get("confirmed") === "yes";
  // The token alone is not enough: with the browser's Back the same token can come with other input.
  const value = submission.status === "success" ? submission.value : undefined;
  const sending = JSON.stringify([token, value, form.get(ATTACHMENT_FIELD) ?? ""]);
  // The picture of a form that was sent is deleted, so a second submit must not report it as missing.
  const isRepeat =
    isConfirmed &&
    (await storedResult(formName, sending, intent === ASK_INTENT ? timeLimits[formName] : 0)) !== undefined;
  // A page that lost the response asks for the result: a form that arrived gets it, any other is not sent.
  if (intent === ASK_INTENT && !isRepeat)
    return { response: admitted.reshow({ ...page("form"), arrived: false }) };
  if (value === undefined || (problem && !isRepeat)) {
    if (!problem) return { response: failed({}) };
    const { message, ...init } = problem;
    return { response: failed({ fieldErrors: { file: [message] }, ...init }) };
  }
  const person = trapMark(formName, form);
  if (person && !isRepeat)
    return { response: admitted.failed({ formErrors: [TRAPPED] }, { ...page("form"), person }) };
  if (!isConfirmed) {
    // The draft keeps the picture as well.
    if (file) form.set(ATTACHMENT_FIELD, file.id);
    return { response: await admitted.confirmFirst(page("confirm")) };
  }
  const once = (send: () => Promise<string>) => runOnceByKey(formName, sending, timeLimits[formName], send);
  const tooMany = isRepeat ? undefined : await admitted.withinLimit(formName, undefined, page("form"));
  return tooMany ? { response: tooMany } : { value, file, once, failed };
}

export function sendFailure({ code, response }: ApiError, messageKey: string): FormFailure<"file"> {
  const atFile = (problem: "type" | "size") => ({
    fieldErrors: { file: [attachmentMessage(problem)] },
    ...response,
  });
  if (code === Code.INQUIRY_FILE_TYPE) return atFile("type");
  if (code === Code.INQUIRY_FILE_SIZE) return atFile("size");
  return { formErrors: [messageKey], ...response };
}
