import { email } from "~/domain/account-fields";
import { attachment, choice, longText, text } from "~/domain/form-fields";
import { MAX_INQUIRY_NAME, MAX_MESSAGE, MAX_SUBJECT } from "~/domain/inquiry-rules";
import { chosenInquiryTypes } from "~/domain/inquiry-types";
import { webMessage, withParams } from "~/domain/message-codes";

/** public-site-and-community.md section 5. Nothing is cut: a text that is too long gets a message. */
export const inquiryFields = {
  typeCode: choice({
    label: "support:inquiry.type",
    options: chosenInquiryTypes,
    optionLabel: (type) => `support:inquiryTypes.${type}`,
    missing: webMessage("045"),
  }),
  name: text({
    label: "support:inquiry.name",
    autoComplete: "name",
    max: MAX_INQUIRY_NAME,
    missing: webMessage("046"),
  }),
  email: email({
    label: "support:inquiry.email",
    hint: "support:inquiry.emailHint",
    missing: webMessage("047"),
    format: webMessage("017"),
  }),
  subject: text({
    label: "support:inquiry.subject",
    note: withParams("support:inquiry.upTo", { count: MAX_SUBJECT }),
    max: MAX_SUBJECT,
    missing: webMessage("048"),
    tooLong: "support:inquiry.subjectTooLong",
  }),
  message: longText({
    label: "support:inquiry.message",
    note: withParams("support:inquiry.upTo", { count: MAX_MESSAGE }),
    hint: "support:inquiry.messageHint",
    max: MAX_MESSAGE,
    missing: webMessage("049"),
    tooLong: "support:inquiry.messageTooLong",
  }),
  file: attachment({ label: "support:attachment.label" }),
};
