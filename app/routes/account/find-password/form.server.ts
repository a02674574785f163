import { z } from "zod";
import { defineForm } from "#server/forms/define-form.server";
import { emailField } from "#server/forms/fields.server";

/**
 * Form for the address of a password reset. accounts-and-store.md section 5: its hints are the reverse of those in
 * the sign-up (a registered address is the valid one).
 */
export const findPasswordForm = defineForm({
  name: "find-password",
  who: "anyone",
  schema: z.object({ email: emailField("account:find.missing", "account:find.format") }),
  fields: ["email"],
});
