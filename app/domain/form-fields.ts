/**
 * Declares the fields of forms. A field is declared once, in the `form.ts` beside its route; the server derives the
 * schema, the drafts and the secrets from it (server/forms), the page its controls, error summary and review
 * (app/components/form). Plain data and readers, so that the browser loads no schema library (docs/decisions/0077).
 */
import { checkCode, cleanCode, codeMessage } from "./auth-code";
import { checkEmail, MAX_EMAIL, readEmail } from "./email-rules";
import { withParams } from "./message-codes";
import { checkName, nameMessage, readName } from "./name-rules";
import { MAX_PASSWORD } from "./password-rules";
import { lengthOf, line, paragraphs, readPassword } from "./readers";

/** What a field reads: a value, or the message key of what is wrong with the input. */
export type Reading<Value> = { value: Value } | { problem: string };

/** How the field looks on its page. Texts are message keys (i18n/dynamic). */
interface FieldLook {
  label: string;
  /** Small note next to the label, in place of "optional" of an optional field. */
  note?: string;
  /** Text below the control. */
  hint?: string;
  type?: "email" | "tel" | "date";
  inputMode?: "email" | "numeric" | "tel";
  autoComplete?: string;
}

export interface FormField<Value = unknown> extends FieldLook {
  /** What the page shows. `none`: a hidden field or the value of a button; `file`: the attachment, which is no text. */
  control: "input" | "textarea" | "password" | "choice" | "checkbox" | "file" | "none";
  /** Reads what was sent; "" if the field was not. */
  read: (raw: string) => Reading<Value>;
  isOptional?: true;
  /** The input is neither sent back nor saved in a draft. */
  isSecret?: true;
  /** The visitor must enter it each time: the input is sent back, but not saved in a draft. */
  isNotDrafted?: true;
  /** The form's value does not contain the field: a confirmation of something, or the attachment. */
  isLeftOut?: true;
  /** Name of the field that holds the new password, which this one repeats. */
  repeats?: string;
  /** Shown before the field above it in languages that put the family name first. */
  isFamilyName?: true;
  /** Maximum length in characters. `counted` is the text whose characters count. */
  max?: number;
  counted?: (raw: string) => string;
  /** The values of a choice, and the message key of each. */
  options?: readonly string[];
  optionLabel?: (value: string) => string;
}

/** The fields of a form by name, in the order of the page. */
export type FormFields = Readonly<Record<string, FormField>>;
export type FieldName<Fields extends FormFields> = keyof Fields & string;

type LeftOut = { isLeftOut: true };

/** The form's value: what each field reads, without confirmations and the attachment. */
export type FormValue<Fields extends FormFields> = {
  [Name in keyof Fields as Fields[Name] extends LeftOut ? never : Name]: Fields[Name] extends FormField<
    infer Value
  >
    ? Value
    : never;
};

type Options<More> = FieldLook & More;

interface TextOptions {
  max: number;
  /** Message key with the parameters `most` and `count`. */
  tooLong?: string;
  /** Brings a text into its normal form; undefined if it has none. `format` is the message key then. */
  normal?: (text: string) => string | undefined;
  format?: string;
}
type RequiredText = Options<TextOptions & { missing: string; optional?: never }>;
type OptionalText = Options<TextOptions & { optional: true; missing?: never }>;

const tooLongMessage = (max: number, text: string, key = "common:form.tooLong") =>
  withParams(key, { most: max, count: lengthOf(text) });

function textOf(
  control: "input" | "textarea",
  counted: (raw: string) => string,
  options: RequiredText | OptionalText,
): FormField<string | undefined> {
  const { missing, optional, max, tooLong, normal, format = "errors:http.unexpected", ...look } = options;
  return {
    ...look,
    ...(optional && { isOptional: true as const }),
    control,
    max,
    counted,
    read(raw) {
      const text = counted(raw);
      if (text === "") return missing === undefined ? { value: undefined } : { problem: missing };
      if (lengthOf(text) > max) return { problem: tooLongMessage(max, text, tooLong) };
      const value = normal ? normal(text) : text;
      return value === undefined ? { problem: format } : { value };
    },
  };
}

/** A text of one line, never cut. An optional one that is empty reads as undefined. */
export function text(options: RequiredText): FormField<string>;
export function text(options: OptionalText): FormField<string | undefined>;
export function text(options: RequiredText | OptionalText): FormField<string | undefined> {
  return textOf("input", line, options);
}

/** A text of several lines, never cut. An optional one that is empty reads as undefined. */
export function longText(options: RequiredText): FormField<string>;
export function longText(options: OptionalText): FormField<string | undefined>;
export function longText(options: RequiredText | OptionalText): FormField<string | undefined> {
  return textOf("textarea", paragraphs, options);
}

/** An e-mail address; `missing` and `format` are message keys. */
export function email({
  missing = "account:emailHint.missing",
  format = "account:emailHint.format",
  ...look
}: Options<{ missing?: string; format?: string }>): FormField<string> {
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

/** A password, which is never trimmed or cut. `newPassword` has the password rules too. */
export function password({ missing, ...look }: Options<{ missing: string }>): FormField<string> {
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
export const newPassword = (options: Options<{ missing: string }>): FormField<string> =>
  password({ autoComplete: "new-password", ...options });

/** @param options `of`: name of the `newPassword` field that it repeats */
export function repeatedPassword({
  of,
  ...options
}: Options<{ of: string; missing: string }>): FormField<string> & LeftOut {
  return { ...newPassword(options), isLeftOut: true, repeats: of };
}

/** A checkbox that must be ticked each time; `missing` is the message key otherwise. */
export function consent({ missing, ...look }: Options<{ missing: string }>): FormField<"on"> & LeftOut {
  return {
    ...look,
    control: "checkbox",
    isNotDrafted: true,
    isLeftOut: true,
    read: (raw) => (raw === "on" ? { value: raw } : { problem: missing }),
  };
}

/** One of the options; anything else is missing. `optionLabel` returns the message key of an option. */
export function choice<const Option extends string>({
  options,
  missing,
  ...look
}: Options<{
  options: readonly Option[];
  missing: string;
  optionLabel?: (value: string) => string;
}>): FormField<Option> {
  return {
    ...look,
    control: "choice",
    options,
    read(raw) {
      const value = options.find((option) => option === raw);
      return value === undefined ? { problem: missing } : { value };
    },
  };
}

/** A field with a reader of its own: undefined from `readValue` is the problem `wrong`. */
export function parsed<Value>({
  readValue,
  wrong,
  ...look
}: Options<{ readValue: (raw: string) => Value | undefined; wrong: string }>): FormField<Value> {
  return {
    ...look,
    control: "input",
    read(raw) {
      const value = readValue(raw);
      return value === undefined ? { problem: wrong } : { value };
    },
  };
}

/** A field that the page fills in: a hidden one, or the value of a button. Not saved in a draft. */
export const hidden = <Value>(
  readValue: (raw: string) => Value | undefined,
  wrong: string,
): FormField<Value> => ({
  ...parsed({ label: "", readValue, wrong }),
  control: "none",
  isNotDrafted: true,
});

export const optionalHidden = (): FormField<string | undefined> => ({
  label: "",
  control: "none",
  isNotDrafted: true,
  isOptional: true,
  read: (raw) => ({ value: raw === "" ? undefined : raw }),
});

/** The attachment of a form (components/attachment). `receiveUpload` reads it, not the form's schema. */
export const attachment = (look: FieldLook): FormField<undefined> & LeftOut => ({
  ...look,
  control: "file",
  isOptional: true,
  isLeftOut: true,
  read: () => ({ value: undefined }),
});

/** Returns the names of the fields that are text, which are all but the attachment. */
export const textNames = <Fields extends FormFields>(fields: Fields): FieldName<Fields>[] =>
  namesOf(fields).filter((name) => fields[name]?.control !== "file");

export const namesOf = <Fields extends FormFields>(fields: Fields) =>
  Object.keys(fields) as FieldName<Fields>[];

/** Returns the names in the order in which a page in this language shows them (`isFamilyName`). */
export function shownOrder<Fields extends FormFields>(fields: Fields, lng: string): FieldName<Fields>[] {
  const names = namesOf(fields);
  if (lng === "en") return names;
  return names.flatMap((name, index) => {
    const next = names[index + 1];
    if (fields[name]?.isFamilyName) return [];
    return next !== undefined && fields[next]?.isFamilyName ? [next, name] : [name];
  });
}
