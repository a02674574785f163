import type { InputHTMLAttributes } from "react";
import { FieldError, FieldHint, type FieldOwnProps, initialText, wiring } from "./field-parts";

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldOwnProps | "id" | "name" | "type">;

export function Checkbox({
  meta,
  label,
  note,
  hint,
  className,
  value = "on",
  ...input
}: FieldOwnProps & Input) {
  return (
    <div className={className ? `field ${className}` : "field"}>
      <label className="check">
        <input
          type="checkbox"
          value={value}
          defaultChecked={initialText(meta) === value}
          {...(meta.required ? { required: true } : {})}
          {...input}
          {...wiring(meta, hint)}
          // Explicit, because Chromium exposes a required checkbox as invalid before the user has reached it.
          aria-invalid={Boolean(meta.errors?.length)}
        />
        <span>
          {label}
          {note ? <small>{note}</small> : null}
        </span>
      </label>
      <FieldError meta={meta} />
      <FieldHint meta={meta} hint={hint} />
    </div>
  );
}
