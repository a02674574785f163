import { defineForm } from "#server/forms/define-form.server";
import type { Refusal } from "#server/forms/form-spec.server";
import { Code } from "#server/wire/codes";
import { resetFields } from "./form";

/** `about` signs the form for the link's address, so a tab with an older link cannot change another account. */
export const resetForm = defineForm({
  name: "change-password",
  who: "anyone",
  fields: resetFields,
  limit: { name: "reset-password", about: (_, { data }) => ({ email: data.reset?.email }) },
  about: ({ data }) => data.reset?.email,
  refusal({ code }): Refusal | undefined {
    switch (code) {
      case Code.USER_INVALID_PASSWORD:
      case Code.PASSWORD_INVALID:
      case Code.PASSWORD_FAIL:
      case Code.AUTH_SPECIAL_CHARACTER:
      case Code.AUTH_ABUSE_CHARACTER:
        return { fieldErrors: { password: ["account:password.refused"] } };
      // The link has no visible code, and its account may be gone.
      case Code.AUTH_INVALID_CODE:
      case Code.AUTH_EMAIL_NOT_FOUND:
      case Code.AUTH_USER_NOT_FOUND:
      case Code.AUTH_USER_DELETED:
      case Code.USER_NOT_FOUND:
      case Code.USER_ALREADY_DELETED:
        return { formErrors: ["errors:code.linkInvalid"] };
      case Code.AUTH_EXPIRED_CODE:
        return { formErrors: ["errors:code.linkExpired"] };
      default:
        return undefined;
    }
  },
});
