import { z } from "zod";
import { cutText, MAX_INQUIRY_NAME, MAX_MESSAGE, MAX_SUBJECT } from "~/domain/inquiry-rules";
import { isInquiryType } from "~/domain/inquiry-types";
import { webMessage } from "~/domain/message-codes";
import { defineForm } from "#server/forms/define-form.server";
import { emailField, longText } from "#server/forms/fields.server";

const inquiryFields = ["typeCode", "name", "email", "subject", "message"] as const;
export type InquiryField = (typeof inquiryFields)[number];

/**
 * public-site-and-community.md section 5: WEB-045 to 049. Name and e-mail are truncated, subject and message are not.
 */
function inquirySchema(isMember: boolean) {
  return z.object({
    typeCode: z
      .string({ required_error: webMessage("045") })
      .refine((value) => isInquiryType(value, isMember), webMessage("045")),
    name: z
      .string({ required_error: webMessage("046") })
      .transform((value) => cutText(value, MAX_INQUIRY_NAME))
      .refine((value) => value !== "", webMessage("046")),
    email: emailField(webMessage("047"), webMessage("017")),
    subject: longText(webMessage("048"), "support:inquiry.subjectTooLong", MAX_SUBJECT),
    message: longText(webMessage("049"), "support:inquiry.messageTooLong", MAX_MESSAGE),
  });
}

/** Also for guests. A form opened by a member is valid only for that member. */
export const inquiryForm = defineForm({
  name: "inquiry",
  who: "visitor",
  schema: ({ isSignedIn }) => inquirySchema(isSignedIn),
  fields: inquiryFields,
});
