import { z } from "zod";
import { webMessage } from "~/domain/message-codes";
import { defineForm } from "#server/forms/define-form.server";
import { checkNewPassword, nameFields, passwordField } from "#server/forms/fields.server";
import { Code } from "#server/wire/codes";

export const namesForm = defineForm({
  name: "names",
  who: "member",
  schema: z.object(nameFields),
  fields: ["firstName", "lastName"],
});

const passwords = ["oldPassword", "newPassword", "newPasswordConfirm"];

/** accounts-and-store.md section 5, Change password: the old password, and a new one that passes the checklist. */
export const passwordForm = defineForm({
  name: "password",
  who: "member",
  schema: z
    .object({
      oldPassword: passwordField("my-page:password.oldMissing"),
      newPassword: passwordField(webMessage("013")),
      newPasswordConfirm: passwordField(webMessage("014")),
    })
    .superRefine((value, context) => checkNewPassword(value, "newPassword", "newPasswordConfirm", context)),
  fields: passwords,
  secrets: passwords,
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
  schema: z.object({ session: z.string().max(64) }),
  fields: ["session"],
  endsSessions: true,
  // Not stored as a draft for the next sign-in.
  secrets: ["session"],
});
