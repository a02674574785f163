import type { SelectHTMLAttributes } from "react";
import { FieldFrame, type FieldOwnProps, initialText, wiring } from "./field-parts";

type Control = Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldOwnProps | "id" | "name">;

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectProps extends FieldOwnProps, Control {
  options: Option[];
  /** First option without a value: "please choose". */
  placeholder?: string;
}

export function Select({
  meta,
  label,
  note,
  hint,
  className,
  options,
  placeholder,
  ...control
}: SelectProps) {
  return (
    <FieldFrame {...{ meta, label, note, hint }} {...(className ? { className } : {})}>
      <select
        className="input"
        defaultValue={initialText(meta)}
        {...(meta.required ? { required: true } : {})}
        {...control}
        {...wiring(meta, hint)}
        // Explicit, because Chromium exposes a required select as invalid before the user has reached it.
        aria-invalid={Boolean(meta.errors?.length)}
      >
        {placeholder ? <option value="">{placeholder}</option> : null}
        {options.map((option) => (
          <option key={option.value} value={option.value} {...(option.disabled ? { disabled: true } : {})}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
