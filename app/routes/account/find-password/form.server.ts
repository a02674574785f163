import { z } from "zod";
import { defineForm } from "#server/forms/define-form.server";
import { emailField } from "#server/forms/fields.server";

/** accounts-and-store.md section 5: on find-password the hints are the other way round than in the sign-up. */
export const findPasswordForm = defineForm({
  name: "find-password",
  who: "anyone",
  schema: z.object({ email: emailField("account:find.missing", "account:find.format") }),
  fields: ["email"],
});
