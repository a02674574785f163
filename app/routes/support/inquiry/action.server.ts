import type { ActionFunctionArgs } from "@remix-run/node";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { createInquiry } from "#server/api/support.server";
import { ApiError } from "#server/errors/api-error";
import { Code } from "#server/wire/codes";
import { isTrapped } from "#server/forms/form.server";
import { redirectTo, type Session } from "#server/session/session.server";
import {
  admitWithFile,
  attachmentFormStep,
  pictureProblemOf,
} from "#server/uploads/attachment-action.server";
import { dropKept, type KeptFile } from "#server/uploads/pending-uploads.server";
import { formWithFile } from "#server/uploads/send.server";
import { type InquiryField, inquiryForm } from "./form.server";

/**
 * Validates the inquiry, asks for confirmation (unless the page has done so) and sends it. Then redirects to where
 * the reference or the answer is shown.
 */
export async function inquiryAction(args: ActionFunctionArgs) {
  return admitWithFile(inquiryForm, args, async (admitted, received) => {
    const { session, form, done } = admitted;
    if (isTrapped(form)) return redirectTo(session, paths.support.inquiry);
    const step = await attachmentFormStep(admitted, received, "inquiry");
    if ("answer" in step) return step.answer;
    const { value, file, once, failed } = step;
    try {
      const publicId = await once(() => send(args, session, value, file));
      // Only after a successful send: until then a second submit may still need the picture.
      if (file) await dropKept(session, file.id);
      // Members are redirected to their list. Guests have no list and get a page with the reference.
      if (session.isSignedIn) {
        return await done(paths.support.requests(), { kind: "success", key: "support:inquiry.sent" });
      }
      await session.update((draft) => {
        draft.sentInquiry = { publicId, email: value.email };
      });
      return await done(paths.support.inquiryWith({ sent: "yes" }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const pictureProblem = pictureProblemOf(error);
      const status = error.kind === "business" ? 400 : error.status;
      return failed({
        ...(pictureProblem
          ? { fieldErrors: { file: [pictureProblem] } }
          : { formErrors: [messageOf(error)] }),
        status,
      });
    }
  });
}

async function send(
  { request }: ActionFunctionArgs,
  session: Session,
  fields: Record<InquiryField, string>,
  file: KeptFile | undefined,
): Promise<string> {
  const language = apiLanguage(await languageOf(request));
  const form = await formWithFile({ ...fields, language }, file);
  return createInquiry(session.isSignedIn ? session : undefined, form);
}

function messageOf(error: ApiError): string {
  // The session ended while the form was filled in, and guests cannot use the types for members.
  return error.code === Code.INQUIRY_INVALID ? webMessage("045") : error.messageKey;
}
