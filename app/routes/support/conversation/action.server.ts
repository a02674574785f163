import { type ActionFunctionArgs, json } from "@remix-run/node";
import type { SubmissionResult } from "@conform-to/react";
import { z } from "zod";
import { cleanText, lengthOf, MAX_MESSAGE } from "~/domain/inquiry-rules";
import { attachmentMessage, tooManyMessage, withParams } from "~/domain/message-codes";
import { replyToInquiry } from "#server/api/support.server";
import { ApiError } from "#server/errors/api-error";
import { Code } from "#server/errors/catalogue";
import { formTokenOf, onlyOnce } from "#server/form-token.server";
import { parseFields } from "#server/form.server";
import { limit } from "#server/rate-limit.server";
import { redirectTo, requireMember } from "#server/session/session.server";
import { attachmentOf, dropKept, type ShownFile, shown } from "#server/uploads/kept.server";
import { receiveForm } from "#server/uploads/receive.server";
import { multipartOf } from "#server/uploads/send.server";
import { inquiryIdOf } from "./inquiry-id.server";

export interface ReplyAnswer {
  /** confirm: everything is right, and the visitor is asked once more. */
  step: "form" | "confirm";
  lastResult: SubmissionResult;
  attachment: ShownFile | null;
  token: string;
}

const schema = z.object({
  content: z
    .string({ required_error: "support:reply.empty" })
    .transform(cleanText)
    .superRefine((value, context) => {
      const count = lengthOf(value);
      if (value === "") context.addIssue({ code: "custom", message: "support:reply.empty" });
      else if (count > MAX_MESSAGE) {
        const message = withParams("support:reply.tooLong", { most: MAX_MESSAGE, count });
        context.addIssue({ code: "custom", message });
      }
    }),
});

/** A reply: refused when empty, asked about once more, sent once; on failure the text stays. */
export async function replyAction(args: ActionFunctionArgs) {
  const session = await requireMember(args);
  const publicId = await inquiryIdOf(session, args.params);
  const received = await receiveForm(args.request);
  const { form } = received;
  const { file, error: fileError } = await attachmentOf(session, received);
  const submission = parseFields(form, schema, ["content"]);
  const token = formTokenOf(form);
  const intent = form.get("intent");
  const again = (lastResult: SubmissionResult, init: ResponseInit = {}, step: ReplyAnswer["step"] = "form") =>
    json<ReplyAnswer>({ step, lastResult, attachment: shown(file), token }, init);
  const failed = (errors: Parameters<typeof submission.reply>[0], init: ResponseInit = { status: 400 }) =>
    again(submission.reply(errors), init);

  // Back to the form as it was: nothing is wrong with it yet.
  const unchecked = { initialValue: submission.reply().initialValue ?? {} };
  if (intent === "edit") return again(unchecked);
  if (intent === "detach") {
    if (file) await dropKept(session, file.id);
    return json<ReplyAnswer>({ step: "form", lastResult: unchecked, attachment: null, token });
  }
  if (submission.status !== "success" || fileError) {
    return failed(fileError ? { fieldErrors: { file: [fileError] } } : {});
  }
  if (form.get("confirmed") !== "yes") return again(unchecked, {}, "confirm");

  const allowed = await limit(args, "reply");
  if (!allowed.ok) {
    const { retryAfterSeconds } = allowed;
    const headers = { "Retry-After": String(retryAfterSeconds) };
    return failed({ formErrors: [tooManyMessage(retryAfterSeconds)] }, { status: 429, headers });
  }
  try {
    await onlyOnce("reply", token, async () => {
      await replyToInquiry(session, publicId, multipartOf(submission.value, file));
      return publicId;
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, kind, status } = error;
    if (status === 404 || code === Code.INQUIRY_NOT_FOUND) throw new Response(null, { status: 404 });
    const init = { status: kind === "business" ? 400 : status };
    if (code === Code.INQUIRY_FILE_TYPE || code === Code.INQUIRY_FILE_SIZE) {
      const problem = code === Code.INQUIRY_FILE_TYPE ? "type" : "size";
      return failed({ fieldErrors: { file: [attachmentMessage(problem)] } }, init);
    }
    const isClosed = code === Code.INQUIRY_CLOSED;
    return failed({ formErrors: [isClosed ? "support:thread.closedText" : "errors:contactAdmin"] }, init);
  }
  if (file) await dropKept(session, file.id);
  await session.flash({ kind: "success", key: "support:reply.sent" });
  return redirectTo(session, new URL(args.request.url).pathname);
}
