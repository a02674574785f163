import { z } from "zod";
import { webMessage } from "~/domain/message-codes";
import { checkNewPassword, nameField, passwordField } from "#server/forms/fields.server";

export const namesSchema = z.object({
  intent: z.literal("names"),
  firstName: nameField,
  lastName: nameField,
});
export const namesFields = ["intent", "firstName", "lastName"] as const;

/** accounts-and-store.md section 5, Change password: the old one, and a new one that passes the checklist. */
export const passwordSchema = z
  .object({
    intent: z.literal("password"),
    oldPassword: passwordField("my-page:password.oldMissing"),
    newPassword: passwordField(webMessage("013")),
    newPasswordConfirm: passwordField(webMessage("014")),
  })
  .superRefine((value, context) => checkNewPassword(value, "newPassword", "newPasswordConfirm", context));
export const passwordFields = ["intent", "oldPassword", "newPassword", "newPasswordConfirm"] as const;
