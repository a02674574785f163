import type { ActionFunctionArgs, TypedResponse } from "@remix-run/node";
import type { z } from "zod";
import { ASK_INTENT, type FormAnswer } from "~/domain/form-answer";
import { attachmentMessage } from "~/domain/message-codes";
import type { ApiError } from "#server/errors/api-error";
import { calls } from "#server/wire/calls";
import { Code } from "#server/wire/codes";
import { type SiteForm } from "#server/forms/define-form.server";
import { type Admitted, type FormFailure, sentOf } from "#server/forms/form-spec.server";
import { formTokenOf, onlyOnce, sentBefore } from "#server/forms/form-token.server";
import {
  ATTACHMENT_FIELD,
  attachmentOf,
  dropKept,
  type KeptFile,
  type ShownFile,
  shownFile,
} from "./pending-uploads.server";
import { removeUpload } from "./disk-uploads.server";
import { type FileProblem, type ReceivedForm, receiveForm } from "./receive.server";

/** What the page of a form with an attachment gets back. */
export type AttachmentStep = FormAnswer<{
  /** confirm: everything is right, and the visitor is asked once more. */
  step: "form" | "confirm";
  attachment: ShownFile | null;
  token: string;
}>;

type Answer = TypedResponse<AttachmentStep>;

/** A form that is right, confirmed and within the limit: what is to be sent. */
interface Ready<Value> {
  value: Value;
  file: KeptFile | undefined;
  /** Sends it, once however often the same words of the same form come (`onlyOnce`). */
  once: (send: () => Promise<string>) => Promise<string>;
  /** The answer when sending fails: everything that was typed, the picture, and the errors as message keys. */
  failed: (failure: FormFailure) => Answer;
}

/** How long each call may take. */
const timeLimits = { inquiry: calls.createInquiry.timeoutMs, reply: calls.replyToInquiry.timeoutMs };

/**
 * Receives a form with an attachment and looks who sends it. A file that came with a form that may not be sent is
 * removed at once.
 */
export async function admitWithFile<Schema extends z.ZodTypeAny, Result extends Response>(
  form: SiteForm<Schema>,
  args: ActionFunctionArgs,
  work: (admitted: Admitted<z.output<Schema>>, received: ReceivedForm) => Promise<Result>,
): Promise<Result | TypedResponse<FormAnswer>> {
  const received = await receiveForm(args);
  let isTaken = false;
  try {
    return await form.admit(sentOf(args, received.form), (admitted) => {
      isTaken = true;
      return work(admitted, received);
    });
  } finally {
    if (received.file && !isTaken) await removeUpload(received.file.id);
  }
}

/**
 * The steps that the inquiry and the reply have in common: back to the form (intent `edit`), take the picture off
 * (`detach`), check, ask once more (unless the page did: `confirmed`), and the rate limit.
 *
 * @param formName also the name of its rate limit
 * @returns what is to be sent, or the answer when it has not come to that
 */
export async function attachmentFormStep<Value>(
  admitted: Admitted<Value>,
  received: ReceivedForm,
  formName: keyof typeof timeLimits,
): Promise<Ready<Value> | { answer: Answer | TypedResponse<FormAnswer> }> {
  const { session, form, intent, submission } = admitted;
  const { file, problem } = await attachmentOf(session, received);
  const token = formTokenOf(form);
  const page = (step: AttachmentStep["step"]) =>
    ({ step, attachment: shownFile(file), token }) satisfies Omit<AttachmentStep, keyof FormAnswer>;
  const failed = (failure: FormFailure) =>
    admitted.failed(failure, { step: "form" as const, attachment: shownFile(file), token });

  // Back to the form as it was: nothing is wrong with it yet.
  if (intent === "edit") return { answer: admitted.again(page("form")) };
  if (intent === "detach") {
    if (file) await dropKept(session, file.id);
    return { answer: admitted.again({ step: "form" as const, attachment: null, token }) };
  }
  const isConfirmed = form.get("confirmed") === "yes";
  // Not the token alone: a browser's Back brings a form with it, and what is written then is another one.
  const value = submission.status === "success" ? submission.value : undefined;
  const sending = JSON.stringify([token, value, form.get(ATTACHMENT_FIELD) ?? ""]);
  // The form was sent and its picture is gone with it: a second press must not be told that the picture is missing.
  const isRepeat =
    isConfirmed &&
    (await sentBefore(formName, sending, intent === ASK_INTENT ? timeLimits[formName] : 0)) !== undefined;
  // The page that lost the response finds out: a form that arrived gets its result, any other is not sent.
  if (intent === ASK_INTENT && !isRepeat)
    return { answer: admitted.again({ ...page("form"), arrived: false }) };
  if (value === undefined || (problem && !isRepeat)) {
    return {
      answer: failed(problem ? { fieldErrors: { file: [problem.message] }, ...initOf(problem) } : {}),
    };
  }
  if (!isConfirmed) return { answer: await admitted.ask(page("confirm")) };
  const once = (send: () => Promise<string>) => onlyOnce(formName, sending, timeLimits[formName], send);
  if (!isRepeat) {
    const tooMany = await admitted.withinLimit(formName, undefined, {
      step: "form" as const,
      attachment: shownFile(file),
      token,
    });
    if (tooMany) return { answer: tooMany };
  }
  return { value, file, once, failed };
}

/** The status and headers with which a form is answered whose file was not taken. */
export function initOf({ status, retryAfterSeconds }: FileProblem): { status: number; headers: HeadersInit } {
  return { status, headers: retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : {} };
}

/** The API looks at the picture as well; what it says about it belongs to the field. @returns a message key */
export function pictureProblemOf({ code }: ApiError): string | undefined {
  if (code === Code.INQUIRY_FILE_TYPE) return attachmentMessage("type");
  if (code === Code.INQUIRY_FILE_SIZE) return attachmentMessage("size");
  return undefined;
}
