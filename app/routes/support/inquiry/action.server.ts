import { type ActionFunctionArgs, json } from "@remix-run/node";
import type { SubmissionResult } from "@conform-to/react";
import { attachmentMessage, tooManyMessage, webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { createInquiry } from "#server/api/support.server";
import { ApiError } from "#server/errors/api-error";
import { Code } from "#server/errors/catalogue";
import { formTokenOf, onlyOnce } from "#server/form-token.server";
import { isTrapped, parseFields } from "#server/form.server";
import { limit } from "#server/rate-limit.server";
import { getSession, redirectTo, type Session } from "#server/session/session.server";
import { attachmentOf, dropKept, type KeptFile, type ShownFile, shown } from "#server/uploads/kept.server";
import { receiveForm } from "#server/uploads/receive.server";
import { multipartOf } from "#server/uploads/send.server";
import { type InquiryField, inquiryFields, inquirySchema } from "./inquiry.schema.server";

export interface InquiryAnswer {
  /** confirm: everything is right, and the visitor is asked once more. */
  step: "form" | "confirm";
  lastResult: SubmissionResult;
  attachment: ShownFile | null;
  token: string;
}

/** The inquiry form: checks, asks once more (unless the page did), sends, and says where the answer will come. */
export async function inquiryAction(args: ActionFunctionArgs) {
  const session = await getSession(args);
  const received = await receiveForm(args.request);
  const { form } = received;
  if (isTrapped(form)) return redirectTo(session, paths.support.inquiry);

  const { file, error: fileError } = await attachmentOf(session, received);
  const submission = parseFields(form, inquirySchema(session.isSignedIn), inquiryFields);
  const token = formTokenOf(form);
  const intent = form.get("intent");
  const again = (
    lastResult: SubmissionResult,
    init: ResponseInit = {},
    step: InquiryAnswer["step"] = "form",
  ) => json<InquiryAnswer>({ step, lastResult, attachment: shown(file), token }, init);
  const failed = (errors: Parameters<typeof submission.reply>[0], init: ResponseInit = { status: 400 }) =>
    again(submission.reply(errors), init);

  // Back to the form as it was: nothing is wrong with it yet.
  const unchecked = { initialValue: submission.reply().initialValue ?? {} };
  if (intent === "edit") return again(unchecked);
  if (intent === "detach") {
    if (file) await dropKept(session, file.id);
    return json<InquiryAnswer>({ step: "form", lastResult: unchecked, attachment: null, token });
  }
  if (submission.status !== "success" || fileError) {
    return failed(fileError ? { fieldErrors: { file: [fileError] } } : {});
  }
  if (form.get("confirmed") !== "yes") return again(unchecked, {}, "confirm");

  const allowed = await limit(args, "inquiry");
  if (!allowed.ok) {
    const { retryAfterSeconds } = allowed;
    const headers = { "Retry-After": String(retryAfterSeconds) };
    return failed({ formErrors: [tooManyMessage(retryAfterSeconds)] }, { status: 429, headers });
  }
  const { value } = submission;
  try {
    const publicId = await onlyOnce("inquiry", token, async () => send(args, session, value, file));
    return await thank(session, publicId, value.email);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const field = fieldOf(error);
    const status = error.kind === "business" ? 400 : error.status;
    return failed(field ? { fieldErrors: { file: [field] } } : { formErrors: [messageOf(error)] }, {
      status,
    });
  }
}

async function send(
  { request }: ActionFunctionArgs,
  session: Session,
  fields: Record<InquiryField, string>,
  file: KeptFile | undefined,
): Promise<string> {
  const language = apiLanguage(await languageOf(request));
  const body = multipartOf({ ...fields, language }, file);
  const publicId = await createInquiry(session.isSignedIn ? session : undefined, body);
  if (file) await dropKept(session, file.id);
  return publicId;
}

/** Members go to their list; guests, who have none, to a page with the reference. */
async function thank(session: Session, publicId: string, email: string) {
  if (session.isSignedIn) {
    await session.flash({ kind: "success", key: "support:inquiry.sent" });
    return redirectTo(session, paths.support.requests());
  }
  await session.update((draft) => {
    draft.sentInquiry = { publicId, email };
  });
  return redirectTo(session, paths.support.inquiryWith({ sent: "yes" }));
}

/** The API looks at the file as well; what it says about it belongs to the field. */
function fieldOf(error: ApiError): string | undefined {
  if (error.code === Code.INQUIRY_FILE_TYPE) return attachmentMessage("type");
  if (error.code === Code.INQUIRY_FILE_SIZE) return attachmentMessage("size");
  return undefined;
}

function messageOf(error: ApiError): string {
  // The session ended while the form was filled in: the member types are not for guests.
  return error.code === Code.INQUIRY_INVALID ? webMessage("045") : error.messageKey;
}
