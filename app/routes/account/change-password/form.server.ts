import { defineForm } from "#server/forms/define-form.server";
import { Code } from "#server/wire/codes";
import { resetFields } from "./form";

/** `about` signs the form for the link's address, so a tab with an older link cannot change another account. */
export const resetForm = defineForm({
  name: "change-password",
  who: "anyone",
  fields: resetFields,
  limit: { name: "reset-password", about: (_, { data }) => ({ email: data.reset?.email }) },
  about: ({ data }) => data.reset?.email,
  refusal: ({ code }) =>
    code === Code.USER_INVALID_PASSWORD
      ? { fieldErrors: { password: ["account:password.refused"] } }
      : undefined,
});
