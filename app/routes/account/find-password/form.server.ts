import { defineForm } from "#server/forms/define-form.server";
import { findPasswordFields } from "./form";

/** accounts-and-store.md section 5: the reverse of the sign-up, a registered address is the valid one. */
export const findPasswordForm = defineForm({
  name: "find-password",
  who: "anyone",
  fields: findPasswordFields,
});
