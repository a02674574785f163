import type { ActionFunctionArgs } from "@remix-run/node";
import { replyToInquiry } from "#server/api/support.server";
import { ApiError } from "#server/errors/api-error";
import { Code } from "#server/wire/codes";
import {
  admitWithFile,
  attachmentFormStep,
  pictureProblemOf,
} from "#server/uploads/attachment-action.server";
import { dropKept } from "#server/uploads/pending-uploads.server";
import { formWithFile } from "#server/uploads/send.server";
import { replyForm } from "./form.server";
import { inquiryIdOf } from "./inquiry-id.server";

/**
 * Sends a reply, after a confirmation and only once. A failed reply keeps its text, also when the member has to sign
 * in again.
 */
export async function replyAction(args: ActionFunctionArgs) {
  return admitWithFile(replyForm, args, async (admitted, received) => {
    const { session, done } = admitted;
    const publicId = await inquiryIdOf(session, args.params);
    const step = await attachmentFormStep(admitted, received, "reply");
    if ("answer" in step) return step.answer;
    const { value, file, once, failed } = step;
    try {
      await once(async () => {
        await replyToInquiry(session, publicId, await formWithFile(value, file));
        return publicId;
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, kind } = error;
      if (error.status === 404 || code === Code.INQUIRY_NOT_FOUND) throw new Response(null, { status: 404 });
      const status = kind === "business" ? 400 : error.status;
      const pictureProblem = pictureProblemOf(error);
      if (pictureProblem) return failed({ fieldErrors: { file: [pictureProblem] }, status });
      const isClosed = code === Code.INQUIRY_CLOSED;
      return failed({ formErrors: [isClosed ? "support:thread.closedText" : "errors:contactAdmin"], status });
    }
    if (file) await dropKept(session, file.id);
    return done(new URL(args.request.url).pathname, { kind: "success", key: "support:reply.sent" });
  });
}
