/** Names and verification code (form-fields.ts). A module of its own, so that other pages do not load their rules. */
import { checkCode, cleanCode, codeMessage } from "./auth-code";
import type { FieldLook, FormField, FormFields } from "./form-fields";
import { checkName, nameMessage, readName } from "./name-rules";

/** A verification code of exactly six digits, with separators and digits of any kind. */
export function authCode(look: FieldLook): FormField<string> {
  return {
    inputMode: "numeric",
    autoComplete: "one-time-code",
    ...look,
    control: "input",
    read(raw) {
      const problem = checkCode(raw);
      return problem ? { problem: codeMessage(problem) } : { value: cleanCode(raw) };
    },
  };
}

function personName(name: "firstName" | "lastName", look: FieldLook): FormField<string> {
  return {
    ...look,
    control: "input",
    read(raw) {
      const problem = checkName(raw);
      return problem ? { problem: nameMessage(problem, name, raw) } : { value: readName(raw) };
    },
  };
}

/** Both names of a person, as every form of the site has them. */
export const nameFields = {
  firstName: personName("firstName", { label: "account:name.first", autoComplete: "given-name" }),
  lastName: {
    ...personName("lastName", { label: "account:name.last", autoComplete: "family-name" }),
    isFamilyName: true,
  },
} as const satisfies FormFields;
