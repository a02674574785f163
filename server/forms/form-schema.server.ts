import { z } from "zod";
import { textNames } from "~/domain/field-order";
import type { FieldName, FormField, FormFields, FormValue } from "~/domain/form-fields";
import { passwordProblem } from "~/domain/form-problems";

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
        ...passwordProblem(fields, values),
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
