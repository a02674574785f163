import { defineForm } from "#server/forms/define-form.server";
import { buyFields } from "./form";

export const buyForm = defineForm({
  name: "buy",
  who: "member",
  fields: buyFields,
  // A draft per item.
  page: ({ pathname }) => pathname,
});
