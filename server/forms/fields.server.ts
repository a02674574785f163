import { z } from "zod";
import { checkCode, cleanCode, codeMessage } from "~/domain/auth-code";
import { checkEmail, MAX_EMAIL, readEmail } from "~/domain/email-rules";
import { withParams } from "~/domain/message-codes";
import { checkName, nameMessage, readName } from "~/domain/name-rules";
import { firstFailedCheck, MAX_PASSWORD } from "~/domain/password-rules";
import { lengthOf, line, paragraphs, readPassword } from "~/domain/readers";

// The rules are in app/domain, where the browser's live checks use them too (accounts-and-store.md section 5).

/** Returns a refinement that adds the message for the problem that `check` finds. */
const checked =
  <Problem>(check: (value: string) => Problem | undefined, messageOf: (problem: Problem) => string) =>
  (value: string, context: z.RefinementCtx) => {
    const problem = check(value);
    if (problem) context.addIssue({ code: "custom", message: messageOf(problem) });
  };

const tooLong = (most: number, text: string) =>
  withParams("common:form.tooLong", { most, count: lengthOf(text) });

/** An email address; `missing` and `format` are message keys. */
export function emailField(missing = "account:emailHint.missing", format = "account:emailHint.format") {
  return z
    .string({ required_error: missing })
    .transform(readEmail)
    .superRefine((value, context) => {
      const problem = checkEmail(value);
      const message = { missing, format, long: tooLong(MAX_EMAIL, value) }[problem ?? "missing"];
      if (problem) context.addIssue({ code: "custom", message });
    });
}

/** A verification code of exactly six digits, with separators and digits of any kind. */
export const authCodeField = z
  .string({ required_error: codeMessage("missing") })
  .transform(cleanCode)
  .superRefine(checked(checkCode, codeMessage));

const nameField = (name: "firstName" | "lastName") =>
  z
    .string()
    // Not `required_error`: with it zod would skip the refinements of the whole form.
    .default("")
    .transform(readName)
    .superRefine((value, context) => {
      const problem = checkName(value);
      if (problem) context.addIssue({ code: "custom", message: nameMessage(problem, name, value) });
    });

export const nameFields = { firstName: nameField("firstName"), lastName: nameField("lastName") };

/** A password field that must not be empty. `checkNewPassword` checks the password rules. */
export const passwordField = (missing: string) =>
  z
    .string()
    .default("")
    .transform(readPassword)
    .superRefine((value, context) => {
      if (value === "") context.addIssue({ code: "custom", message: missing });
      else if (lengthOf(value) > MAX_PASSWORD)
        context.addIssue({ code: "custom", message: tooLong(MAX_PASSWORD, value) });
    });

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
  if (!failed || values[place] === "" || lengthOf(values[place]) > MAX_PASSWORD) return;
  context.addIssue({ code: "custom", path: [place], message: `account:password.${failed}` });
}

/**
 * A required text of several lines, trimmed but never cut. Past `most` characters the message `tooLongKey` gets the
 * parameters `most` and `count`.
 */
export const longText = (missing: string, tooLongKey: string, most: number) =>
  textField(paragraphs, missing, most, tooLongKey);

/** A required text of one line, never cut. */
export const lineText = (missing: string, most: number, tooLongKey?: string) =>
  textField(line, missing, most, tooLongKey);

function textField(
  read: (raw: string) => string,
  missing: string,
  most: number,
  tooLongKey = "common:form.tooLong",
) {
  return z
    .string({ required_error: missing })
    .transform(read)
    .superRefine((value, context) => {
      const count = lengthOf(value);
      if (value === "") context.addIssue({ code: "custom", message: missing });
      else if (count > most)
        context.addIssue({ code: "custom", message: withParams(tooLongKey, { most, count }) });
    });
}

/** An optional text of several lines. */
export const optionalText = (most: number, tooLongKey: string) =>
  z
    .string()
    .default("")
    .transform(paragraphs)
    .superRefine((value, context) => {
      const count = lengthOf(value);
      if (count > most)
        context.addIssue({ code: "custom", message: withParams(tooLongKey, { most, count }) });
    });
