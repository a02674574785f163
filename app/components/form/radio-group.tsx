import type { ReactNode } from "react";
import { FieldError, FieldHint, type FieldMeta, initialText } from "./field-parts";

export interface Choice {
  value: string;
  label: ReactNode;
  /** In "list" shown below the label, in "rows" at the end of the row. */
  hint?: ReactNode;
  disabled?: boolean;
}

interface RadioGroupProps {
  meta: FieldMeta;
  legend: ReactNode;
  options: Choice[];
  /** "bar" is one strip for short options, "rows" are large pressable rows. */
  look?: "list" | "bar" | "rows";
  hint?: ReactNode;
  defaultValue?: string;
}

/** Radio group. The first radio has the field's id, so that the error summary's link leads there. */
export function RadioGroup({ meta, legend, options, look = "list", hint, defaultValue }: RadioGroupProps) {
  const chosen = initialText(meta) ?? defaultValue;
  const describedBy = [meta.errors?.length && meta.errorId, hint && meta.descriptionId]
    .filter(Boolean)
    .join(" ");
  const item = { list: "check", bar: undefined, rows: "pay" }[look];
  return (
    <fieldset className="field" {...(describedBy ? { "aria-describedby": describedBy } : {})}>
      <legend className="field__label mb-2">{legend}</legend>
      <div className={{ list: "grid", bar: "choice", rows: "pays" }[look]}>
        {options.map(({ value, label, hint: more, disabled }, index) => (
          <label key={value} {...(item ? { className: item } : {})}>
            <input
              {...(look === "bar" ? { className: "sr" } : {})}
              id={index === 0 ? meta.id : `${meta.id}-${value}`}
              type="radio"
              name={meta.name}
              value={value}
              defaultChecked={chosen === value}
              {...(meta.required ? { required: true } : {})}
              {...(disabled ? { disabled: true } : {})}
            />
            <span>
              {label}
              {more && look === "list" ? <small>{more}</small> : null}
            </span>
            {more && look === "rows" ? <small>{more}</small> : null}
          </label>
        ))}
      </div>
      <FieldError meta={meta} />
      <FieldHint meta={meta} hint={hint} />
    </fieldset>
  );
}
