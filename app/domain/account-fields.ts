/** E-mail address and passwords (form-fields.ts). A module of its own, so that other pages do not load their rules. */
import { checkEmail, MAX_EMAIL, readEmail } from "./email-rules";
import { type FieldOptions, type FormField, type LeftOut, tooLongMessage } from "./form-fields";
import { MAX_PASSWORD } from "./password-rules";
import { lengthOf, line, readPassword } from "./readers";

/** Intent that takes the typed address from the sign-in to the password recovery, or back. */
export const CARRY_INTENT = "carry";

/** An e-mail address; `missing` and `format` are message keys. */
export function email({
  missing = "account:emailHint.missing",
  format = "account:emailHint.format",
  ...look
}: FieldOptions<{ missing?: string; format?: string }>): FormField<string> {
  return {
    autoComplete: "email",
    ...look,
    control: "input",
    type: "email",
    inputMode: "email",
    max: MAX_EMAIL,
    counted: line,
    read(raw) {
      const problem = checkEmail(raw);
      if (!problem) return { value: readEmail(raw) };
      return { problem: { missing, format, long: tooLongMessage(MAX_EMAIL, readEmail(raw)) }[problem] };
    },
  };
}

/** A password, which is never trimmed or cut. `newPassword` has the password rules too. */
export function password({ missing, ...look }: FieldOptions<{ missing: string }>): FormField<string> {
  return {
    autoComplete: "current-password",
    ...look,
    control: "password",
    isSecret: true,
    max: MAX_PASSWORD,
    counted: readPassword,
    read(raw) {
      const value = readPassword(raw);
      if (value === "") return { problem: missing };
      return lengthOf(value) > MAX_PASSWORD ? { problem: tooLongMessage(MAX_PASSWORD, value) } : { value };
    },
  };
}

/** A new password. The form needs a `repeatedPassword` for it, with which the password rules are checked. */
export const newPassword = (options: FieldOptions<{ missing: string }>): FormField<string> =>
  password({ autoComplete: "new-password", ...options });

/** @param options `of`: name of the `newPassword` field that it repeats */
export function repeatedPassword({
  of,
  ...options
}: FieldOptions<{ of: string; missing: string }>): FormField<string> & LeftOut {
  return { ...newPassword(options), isLeftOut: true, repeats: of };
}
