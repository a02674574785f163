import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { MAX_MESSAGE } from "~/domain/inquiry-rules";
import { replyToInquiry } from "#server/api/support.server";
import { ApiError } from "#server/errors/api-error";
import { Code } from "#server/wire/codes";
import { longText } from "#server/forms/fields.server";
import { forgetText, keepingText } from "#server/forms/kept-text.server";
import { redirectTo, requireMember } from "#server/session/session.server";
import { attachmentFormStep, pictureProblemOf } from "#server/uploads/form-step.server";
import { dropKept } from "#server/uploads/kept.server";
import { type ReceivedForm, receiveForm } from "#server/uploads/receive.server";
import { multipartOf } from "#server/uploads/send.server";
import { inquiryIdOf } from "./inquiry-id.server";

const schema = z.object({ content: longText("support:reply.empty", "support:reply.tooLong", MAX_MESSAGE) });

/**
 * A reply: refused when empty, asked about once more, sent once; on failure the text stays, also over a new sign-in.
 */
export async function replyAction(args: ActionFunctionArgs) {
  const received = await receiveForm(args);
  const text = received.form.get("content");
  return keepingText(args, typeof text === "string" ? text : "", () => reply(args, received));
}

async function reply(args: ActionFunctionArgs, received: ReceivedForm) {
  const session = await requireMember(args);
  const publicId = await inquiryIdOf(session, args.params);
  const step = await attachmentFormStep({
    args,
    session,
    received,
    schema,
    fields: ["content"],
    formName: "reply",
  });
  if ("answer" in step) return step.answer;
  const { value, file, once, failed } = step;
  try {
    await once(async () => {
      await replyToInquiry(session, publicId, multipartOf(value, file));
      return publicId;
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, kind, status } = error;
    if (status === 404 || code === Code.INQUIRY_NOT_FOUND) throw new Response(null, { status: 404 });
    const init = { status: kind === "business" ? 400 : status };
    const pictureProblem = pictureProblemOf(error);
    if (pictureProblem) return failed({ fieldErrors: { file: [pictureProblem] } }, init);
    const isClosed = code === Code.INQUIRY_CLOSED;
    return failed({ formErrors: [isClosed ? "support:thread.closedText" : "errors:contactAdmin"] }, init);
  }
  if (file) await dropKept(session, file.id);
  await forgetText(session);
  await session.flash({ kind: "success", key: "support:reply.sent" });
  return redirectTo(session, new URL(args.request.url).pathname);
}
