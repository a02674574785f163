import { z } from "zod";
import { checkCode, cleanCode, codeMessage } from "~/domain/auth-code";
import { checkEmail, cutEmail } from "~/domain/email-rules";
import { cleanText, lengthOf } from "~/domain/inquiry-rules";
import { withParams } from "~/domain/message-codes";
import { checkName, cleanName, nameMessage } from "~/domain/name-rules";
import { firstFailedCheck, MAX_PASSWORD } from "~/domain/password-rules";

// The rules are in app/domain, where the browser's live checks use them too (accounts-and-store.md section 5).

/** Returns a refinement that adds the message for the problem that `check` finds. */
const checked =
  <Problem>(check: (value: string) => Problem | undefined, messageOf: (problem: Problem) => string) =>
  (value: string, context: z.RefinementCtx) => {
    const problem = check(value);
    if (problem) context.addIssue({ code: "custom", message: messageOf(problem) });
  };

/** An email address, trimmed and cut; `missing` and `format` are message keys. */
export function emailField(missing = "account:emailHint.missing", format = "account:emailHint.format") {
  const messages = { missing, format };
  return z
    .string({ required_error: missing })
    .transform(cutEmail)
    .superRefine(checked(checkEmail, (problem) => messages[problem]));
}

/** A verification code of exactly six digits; spaces, hyphens and full-width digits are accepted. */
export const authCodeField = z
  .string({ required_error: codeMessage("missing") })
  .transform(cleanCode)
  .superRefine(checked(checkCode, codeMessage));

const nameField = (name: "firstName" | "lastName") =>
  z
    .string()
    // Not `required_error`: with it zod would skip the refinements of the whole form.
    .default("")
    .transform(cleanName)
    .superRefine(checked(checkName, (problem) => nameMessage(problem, name)));

export const nameFields = { firstName: nameField("firstName"), lastName: nameField("lastName") };

/** A password field that must not be empty. `checkNewPassword` checks the password rules. */
export const passwordField = (missing: string) =>
  z.string().min(1, missing).max(MAX_PASSWORD, "account:password.length").default("");

/** Adds the first failed rule of a new password as one error, at the field that it concerns. For `superRefine`. */
export function checkNewPassword<Field extends string>(
  values: Record<Field, string>,
  field: Field,
  confirmation: Field,
  context: z.RefinementCtx,
): void {
  const failed = firstFailedCheck(values[field], values[confirmation]);
  const place = failed === "match" ? confirmation : field;
  // An empty or too long value already has the field's own error.
  if (!failed || values[place] === "" || values[place].length > MAX_PASSWORD) return;
  context.addIssue({ code: "custom", path: [place], message: `account:password.${failed}` });
}

/** A required text, trimmed but never cut. Past `most` characters, `tooLong` gets the parameters `most` and `count`. */
export function longText(missing: string, tooLong: string, most: number) {
  return z
    .string({ required_error: missing })
    .transform(cleanText)
    .superRefine((value, context) => {
      const count = lengthOf(value);
      if (value === "") context.addIssue({ code: "custom", message: missing });
      else if (count > most)
        context.addIssue({ code: "custom", message: withParams(tooLong, { most, count }) });
    });
}
