import { z } from "zod";
import { checkEmail, cutEmail } from "~/domain/email-rules";
import {
  cleanText,
  cutText,
  lengthOf,
  MAX_INQUIRY_NAME,
  MAX_MESSAGE,
  MAX_SUBJECT,
} from "~/domain/inquiry-rules";
import { isInquiryType } from "~/domain/inquiry-types";
import { webMessage, withParams } from "~/domain/message-codes";

export const inquiryFields = ["typeCode", "name", "email", "subject", "message"] as const;
export type InquiryField = (typeof inquiryFields)[number];

const text = (missing: string, tooLong: string, most: number) =>
  z
    .string({ required_error: missing })
    .transform(cleanText)
    .superRefine((value, context) => {
      const count = lengthOf(value);
      if (value === "") context.addIssue({ code: "custom", message: missing });
      else if (count > most)
        context.addIssue({ code: "custom", message: withParams(tooLong, { most, count }) });
    });

/** public-site-and-community.md section 5: WEB-045 to 049; name and e-mail are cut, title and content are not. */
export function inquirySchema(isMember: boolean) {
  return z.object({
    typeCode: z
      .string({ required_error: webMessage("045") })
      .refine((value) => isInquiryType(value, isMember), webMessage("045")),
    name: z
      .string({ required_error: webMessage("046") })
      .transform((value) => cutText(value, MAX_INQUIRY_NAME))
      .refine((value) => value !== "", webMessage("046")),
    email: z
      .string({ required_error: webMessage("047") })
      .transform(cutEmail)
      .superRefine((value, context) => {
        const problem = checkEmail(value);
        if (problem)
          context.addIssue({ code: "custom", message: webMessage(problem === "missing" ? "047" : "017") });
      }),
    subject: text(webMessage("048"), "support:inquiry.subjectTooLong", MAX_SUBJECT),
    message: text(webMessage("049"), "support:inquiry.messageTooLong", MAX_MESSAGE),
  });
}
