import { isInquiryType } from "~/domain/inquiry-types";
import { webMessage } from "~/domain/message-codes";
import { defineForm } from "#server/forms/define-form.server";
import { inquiryFields } from "./form";

/** Also for guests, who have other types. A form opened by a member is valid only for that member. */
export const inquiryForm = defineForm({
  name: "inquiry",
  who: "visitor",
  fields: inquiryFields,
  check: ({ typeCode }, { isSignedIn }) =>
    typeCode === undefined || isInquiryType(typeCode, isSignedIn) ? {} : { typeCode: webMessage("045") },
});
