import { defineForm } from "#server/forms/define-form.server";
import { replyFields } from "./form";

export const replyForm = defineForm({
  name: "reply",
  who: "member",
  fields: replyFields,
  page: ({ pathname }) => pathname,
});
