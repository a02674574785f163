import { z } from "zod";
import { textNames } from "~/domain/field-order";
import type { FieldName, FormField, FormFields, FormValue } from "~/domain/form-fields";
import { firstFailedCheck } from "~/domain/password-rules";

/** Message keys by field, for fields that depend on each other or on the session. */
export type FieldProblems<Fields extends FormFields> = { [Name in FieldName<Fields>]?: string | undefined };

const fieldSchema = ({ read }: FormField) =>
  z
    .string()
    // Not `required_error`: with it zod would skip the rules of the form as a whole.
    .default("")
    .transform((raw, context) => {
      const reading = read(raw);
      if ("value" in reading) return reading.value;
      context.addIssue({ code: "custom", message: reading.problem });
      return undefined;
    });

/**
 * Returns the zod schema of a form's fields.
 *
 * @param check returns further problems; a field that has one already is undefined in its argument
 */
export function schemaOf<Fields extends FormFields>(
  fields: Fields,
  check?: (value: Partial<FormValue<Fields>>) => FieldProblems<Fields>,
): z.ZodType<FormValue<Fields>, z.ZodTypeDef, unknown> {
  const names = textNames(fields);
  const shape = Object.fromEntries(names.map((name) => [name, fieldSchema(fields[name] as FormField)]));
  const schema = z
    .object(shape)
    .superRefine((values, context) => {
      const problems: Record<string, string | undefined> = {
        ...passwordProblems(fields, values),
        ...check?.(values as Partial<FormValue<Fields>>),
      };
      for (const [name, message] of Object.entries(problems))
        if (message !== undefined) context.addIssue({ code: "custom", path: [name], message });
    })
    .transform((values) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => !fields[name]?.isLeftOut)),
    );
  return schema as unknown as z.ZodType<FormValue<Fields>, z.ZodTypeDef, unknown>;
}

/**
 * Returns the first failed rule of a new password as one problem, at the field that it concerns. A field that is empty
 * or too long has its own problem already.
 */
function passwordProblems(fields: FormFields, values: Record<string, unknown>): Record<string, string> {
  const [again] = Object.keys(fields).filter((name) => fields[name]?.repeats !== undefined);
  const first = again === undefined ? undefined : fields[again]?.repeats;
  if (again === undefined || first === undefined) return {};
  const textAt = (name: string) => (typeof values[name] === "string" ? values[name] : "");
  const failed = firstFailedCheck(textAt(first), textAt(again));
  const place = failed === "match" ? again : first;
  return !failed || textAt(place) === "" ? {} : { [place]: `account:password.${failed}` };
}
