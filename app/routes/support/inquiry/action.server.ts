import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { MAX_INQUIRY_NAME, MAX_MESSAGE, MAX_SUBJECT } from "~/domain/inquiry-rules";
import { isInquiryType } from "~/domain/inquiry-types";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { languageOf } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { callApi } from "#server/api/api.server";
import { ApiError } from "#server/errors/api-error";
import { Code } from "#server/wire/codes";
import { defineForm } from "#server/forms/define-form.server";
import { emailField, lineText, longText } from "#server/forms/fields.server";
import { admitWithFile, attachmentFormStep, sendFailure } from "#server/uploads/attachment-action.server";
import { dropKept } from "#server/uploads/pending-uploads.server";
import { formWithFile } from "#server/uploads/disk-uploads.server";

const inquiryFields = ["typeCode", "name", "email", "subject", "message"] as const;
export type InquiryField = (typeof inquiryFields)[number];

/** public-site-and-community.md section 5. Nothing is cut: a text that is too long gets a message. */
function inquirySchema(isMember: boolean) {
  return z.object({
    typeCode: z
      .string({ required_error: webMessage("045") })
      .refine((value) => isInquiryType(value, isMember), webMessage("045")),
    name: lineText(webMessage("046"), MAX_INQUIRY_NAME),
    email: emailField(webMessage("047"), webMessage("017")),
    subject: lineText(webMessage("048"), MAX_SUBJECT, "support:inquiry.subjectTooLong"),
    message: longText(webMessage("049"), "support:inquiry.messageTooLong", MAX_MESSAGE),
  });
}

/** Also for guests. A form opened by a member is valid only for that member. */
export const inquiryForm = defineForm({
  name: "inquiry",
  who: "visitor",
  schema: ({ isSignedIn }) => inquirySchema(isSignedIn),
  fields: inquiryFields,
  hasFile: true,
});

export async function inquiryAction(args: ActionFunctionArgs) {
  return admitWithFile(inquiryForm, args, async (admitted, received) => {
    const { session, done } = admitted;
    const step = await attachmentFormStep(admitted, received, "inquiry");
    if (step.answer) return step.answer;
    const { value, file, once, failed } = step;
    try {
      const publicId = await once(async () => {
        const language = apiLanguage(await languageOf(args));
        const inquiry = await formWithFile({ ...value, language }, file);
        const tokens = session.isSignedIn ? session : undefined;
        return (await callApi("createInquiry", { tokens, form: inquiry })).publicId;
      });
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
      // INQUIRY_INVALID: the session ended while the form was filled in, and guests cannot use the types for members.
      const isInvalid = error.code === Code.INQUIRY_INVALID;
      return failed(sendFailure(error, isInvalid ? webMessage("045") : error.messageKey));
    }
  });
}
