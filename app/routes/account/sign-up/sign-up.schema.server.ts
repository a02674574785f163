import { z } from "zod";
import {
  authCodeField,
  checkNewPassword,
  emailField,
  nameField,
  passwordField,
} from "#server/forms/fields.server";

/** Step 0 */
export const emailSchema = z.object({ email: emailField() });

/** Step 1 */
export const codeSchema = z.object({ authCode: authCodeField });

/** Step 2: valid only when the password, both names and the agreement are (accounts-and-store.md section 5). */
export const detailsSchema = z
  .object({
    password: passwordField("account:password.missing"),
    passwordConfirm: passwordField("account:password.confirmMissing"),
    lastName: nameField,
    firstName: nameField,
    agreement: z
      .string()
      .optional()
      .refine((value) => value === "on", "account:agreement.missing"),
  })
  .superRefine((value, context) => checkNewPassword(value, "password", "passwordConfirm", context));
