import { z } from "zod";
import { webMessage } from "~/domain/message-codes";
import { defineForm } from "#server/forms/define-form.server";
import { checkNewPassword, passwordField } from "#server/forms/fields.server";
import { Code } from "#server/wire/codes";

const fields = ["password", "passwordConfirm"];

/**
 * Form for the new password of the reset link's address. The address is part of the form's signature, so a tab with
 * an older link cannot change another account.
 */
export const resetForm = defineForm({
  name: "change-password",
  who: "anyone",
  schema: z
    .object({
      password: passwordField(webMessage("013")),
      passwordConfirm: passwordField(webMessage("014")),
    })
    .superRefine((value, context) => checkNewPassword(value, "password", "passwordConfirm", context)),
  fields,
  secrets: fields,
  limit: { name: "reset-password", about: (_, { data }) => ({ email: data.reset?.email }) },
  about: ({ data }) => data.reset?.email,
  refusal: ({ code }) =>
    code === Code.USER_INVALID_PASSWORD
      ? { fieldErrors: { password: ["account:password.refused"] } }
      : undefined,
});
