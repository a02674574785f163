/**
 * Declares the fields of forms; account-fields.ts and sign-up-fields.ts have more. A field is declared once, in the
 * `form.ts` beside its route. The server derives schema, drafts and secrets from it (server/forms), the page its
 * controls, error summary and review (app/components/form). Without a schema library, which the browser would load
 * (docs/decisions/0077-a-field-is-declared-once.md).
 */
import { withParams } from "./message-codes";
import { lengthOf, line, paragraphs } from "./readers";

/** What a field reads: a value, or the message key of what is wrong with the input. */
export type Reading<Value> = { value: Value } | { problem: string };

/** How the field looks on its page. Texts are message keys (i18n/dynamic). */
export interface FieldLook {
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

export type LeftOut = { isLeftOut: true };

/** The form's value: what each field reads, without confirmations and the attachment. */
export type FormValue<Fields extends FormFields> = {
  [Name in keyof Fields as Fields[Name] extends LeftOut ? never : Name]: Fields[Name] extends FormField<
    infer Value
  >
    ? Value
    : never;
};

export type FieldOptions<More> = FieldLook & More;

interface TextOptions {
  max: number;
  /** Message key with the parameters `most` and `count`. */
  tooLong?: string;
  /** Brings a text into its normal form; undefined if it has none. `format` is the message key then. */
  normal?: (text: string) => string | undefined;
  format?: string;
}
type RequiredText = FieldOptions<TextOptions & { missing: string; optional?: never }>;
type OptionalText = FieldOptions<TextOptions & { optional: true; missing?: never }>;

export const tooLongMessage = (max: number, text: string, key = "common:form.tooLong") =>
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

/** A checkbox that must be ticked each time; `missing` is the message key otherwise. */
export function consent({ missing, ...look }: FieldOptions<{ missing: string }>): FormField<"on"> & LeftOut {
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
}: FieldOptions<{
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
}: FieldOptions<{ readValue: (raw: string) => Value | undefined; wrong: string }>): FormField<Value> {
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
