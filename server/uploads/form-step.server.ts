import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, json, type TypedResponse } from "@remix-run/node";
import type { z } from "zod";
import { attachmentMessage, tooManyMessage } from "~/domain/message-codes";
import type { ApiError } from "#server/errors/api-error";
import { calls } from "#server/wire/calls";
import { Code } from "#server/wire/codes";
import { parseFields } from "#server/forms/form.server";
import { formTokenOf, onlyOnce, sentBefore } from "#server/forms/form-token.server";
import { limit } from "#server/request/rate-limit.server";
import type { Session } from "#server/session/session.server";
import {
  ATTACHMENT_FIELD,
  attachmentOf,
  dropKept,
  type KeptFile,
  type ShownFile,
  shown,
} from "./kept.server";
import type { FileProblem, ReceivedForm } from "./receive.server";

/** What the page of a form with an attachment gets back. */
export interface AttachmentFormAnswer {
  /** confirm: everything is right, and the visitor is asked once more. */
  step: "form" | "confirm";
  lastResult: SubmissionResult;
  attachment: ShownFile | null;
  token: string;
}

type Answer = TypedResponse<AttachmentFormAnswer>;

interface Errors {
  fieldErrors?: Record<string, string[]>;
  formErrors?: string[];
}

/** A form that is right, confirmed and within the limit: what is to be sent. */
interface Ready<Value> {
  value: Value;
  file: KeptFile | undefined;
  /** Sends it, once however often the same words of the same form come (`onlyOnce`). */
  once: (send: () => Promise<string>) => Promise<string>;
  /** The answer when sending fails: everything that was typed, the picture, and the errors as message keys. */
  failed: (errors: Errors, init?: ResponseInit) => Answer;
}

/** How long each call may take. */
const timeLimits = { inquiry: calls.createInquiry.timeoutMs, reply: calls.replyToInquiry.timeoutMs };

interface FormStep<Schema extends z.ZodTypeAny> {
  args: Pick<ActionFunctionArgs, "request" | "context">;
  session: Session;
  received: ReceivedForm;
  schema: Schema;
  /** The fields that are read; no other is. */
  fields: readonly string[];
  /** Also the name of its rate limit. */
  formName: keyof typeof timeLimits;
}

/**
 * The steps that the inquiry and the reply have in common: back to the form (intent `edit`), take the picture off
 * (`detach`), check, ask once more (unless the page did: `confirmed`), and the rate limit.
 *
 * @returns what is to be sent, or the answer when it has not come to that
 */
export async function attachmentFormStep<Schema extends z.ZodTypeAny>({
  args,
  session,
  received,
  schema,
  fields,
  formName,
}: FormStep<Schema>): Promise<Ready<z.output<Schema>> | { answer: Answer }> {
  const { form } = received;
  const { file, problem } = await attachmentOf(session, received);
  const submission = parseFields(form, schema, fields);
  const token = formTokenOf(form);
  const intent = form.get("intent");
  const page = (step: AttachmentFormAnswer["step"], lastResult: SubmissionResult, init: ResponseInit = {}) =>
    json<AttachmentFormAnswer>({ step, lastResult, attachment: shown(file), token }, init);
  const failed = (errors: Errors, init: ResponseInit = { status: 400 }) =>
    page("form", submission.reply(errors), init);

  // Back to the form as it was: nothing is wrong with it yet.
  const unchecked = { initialValue: submission.reply().initialValue ?? {} };
  if (intent === "edit") return { answer: page("form", unchecked) };
  if (intent === "detach") {
    if (file) await dropKept(session, file.id);
    return { answer: json({ step: "form", lastResult: unchecked, attachment: null, token }) };
  }
  const isConfirmed = form.get("confirmed") === "yes";
  // Not the token alone: a browser's Back brings a form with it, and what is written then is another one.
  const value = submission.status === "success" ? (submission.value as z.output<Schema>) : undefined;
  const sending = JSON.stringify([token, value, form.get(ATTACHMENT_FIELD) ?? ""]);
  // It has arrived, and its picture has gone with it: whoever presses twice must not hear that it is missing.
  const isRepeat = isConfirmed && (await sentBefore(formName, sending)) !== undefined;
  if (value === undefined || (problem && !isRepeat)) {
    return {
      answer: problem ? failed({ fieldErrors: { file: [problem.message] } }, initOf(problem)) : failed({}),
    };
  }
  if (!isConfirmed) return { answer: page("confirm", unchecked) };
  const once = (send: () => Promise<string>) => onlyOnce(formName, sending, timeLimits[formName], send);
  const ready = { value, file, once, failed };
  if (isRepeat) return ready;

  const allowed = await limit(args, formName);
  if (!allowed.ok) {
    const { retryAfterSeconds } = allowed;
    const headers = { "Retry-After": String(retryAfterSeconds) };
    return { answer: failed({ formErrors: [tooManyMessage(retryAfterSeconds)] }, { status: 429, headers }) };
  }
  return ready;
}

/** The status and headers with which a form is answered whose file was not taken. */
export function initOf({ status, retryAfterSeconds }: FileProblem): ResponseInit {
  return { status, headers: retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : {} };
}

/** The API looks at the picture as well; what it says about it belongs to the field. @returns a message key */
export function pictureProblemOf({ code }: ApiError): string | undefined {
  if (code === Code.INQUIRY_FILE_TYPE) return attachmentMessage("type");
  if (code === Code.INQUIRY_FILE_SIZE) return attachmentMessage("size");
  return undefined;
}
