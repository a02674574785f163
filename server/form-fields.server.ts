import { z } from "zod";
import { checkCode, cleanCode } from "~/domain/auth-code";
import { checkEmail, cutEmail } from "~/domain/email-rules";
import { webMessage } from "~/domain/message-codes";
import { checkName, cleanName } from "~/domain/name-rules";
import { firstFailedCheck, MAX_PASSWORD } from "~/domain/password-rules";

/**
 * The fields that several forms have, with the rules and messages of accounts-and-store.md section 5. Messages
 * are keys; the rules themselves are in app/domain, where the browser's live checks find the same ones.
 */

/** An e-mail address, trimmed and cut; `missing` and `format` hints. */
export function emailField(missing = "account:emailHint.missing", format = "account:emailHint.format") {
  return z
    .string({ required_error: missing })
    .transform(cutEmail)
    .superRefine((email, context) => {
      const problem = checkEmail(email);
      if (problem) context.addIssue({ code: "custom", message: problem === "missing" ? missing : format });
    });
}

/** The verification code: exactly six digits; spaces, hyphens and full-width digits are understood. */
export const authCodeField = z
  .string({ required_error: "account:code.missing" })
  .transform(cleanCode)
  .superRefine((code, context) => {
    const problem = checkCode(code);
    if (!problem) return;
    const message = problem === "digitsOnly" ? webMessage("022") : "account:code.missing";
    context.addIssue({ code: "custom", message });
  });

/** A first or last name: the three name errors. */
export const nameField = z
  .string({ required_error: "account:name.missing" })
  .transform(cleanName)
  .superRefine((value, context) => {
    const problem = checkName(value);
    if (problem) context.addIssue({ code: "custom", message: `account:name.${problem}` });
  });

/** A password field that must not be empty; its rules are `checkNewPassword`'s. */
export function passwordField(missing: string) {
  return z.string({ required_error: missing }).max(MAX_PASSWORD, "account:password.length");
}

/**
 * One message for a new password, at the field that it speaks of: the first of the four rules that fails.
 * For `superRefine` of a form's schema.
 */
export function checkNewPassword<Field extends string>(
  values: Record<Field, string>,
  field: Field,
  confirmation: Field,
  context: z.RefinementCtx,
): void {
  const failed = firstFailedCheck(values[field], values[confirmation]);
  if (!failed) return;
  context.addIssue({
    code: "custom",
    path: [failed === "match" ? confirmation : field],
    message: `account:password.${failed}`,
  });
}
