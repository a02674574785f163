import { defineForm } from "#server/forms/define-form.server";
import { terminateFields } from "./form";

export const terminateForm = defineForm({
  name: "terminate",
  who: "member",
  fields: terminateFields,
  endsSessions: true,
});
