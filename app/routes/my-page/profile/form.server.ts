import { nameFields } from "~/domain/sign-up-fields";
import { defineForm } from "#server/forms/define-form.server";
import { Code } from "#server/wire/codes";
import { passwordFields, sessionFields } from "./form";

export const namesForm = defineForm({ name: "names", who: "member", fields: nameFields });

/** accounts-and-store.md section 5, Change password: the old password, and a new one that passes the checklist. */
export const passwordForm = defineForm({
  name: "password",
  who: "member",
  fields: passwordFields,
  endsSessions: true,
  limit: { name: "change-password", about: (_, { user }) => ({ member: user?.id }) },
  // A wrong old password: 1115 or 1203 (docs/decisions/0005).
  refusal: ({ code }) =>
    code === Code.USER_INVALID_PASSWORD || code === Code.PASSWORD_INVALID
      ? { fieldErrors: { oldPassword: ["errors:code.oldPassword"] }, toast: "errors:code.oldPassword" }
      : undefined,
});

export const OTHERS = "others";

/** Form that ends one session of the member, by its mark, or all others. */
export const sessionsForm = defineForm({
  name: "sessions",
  who: "member",
  fields: sessionFields,
  endsSessions: true,
});
