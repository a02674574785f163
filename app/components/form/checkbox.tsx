import type { InputHTMLAttributes } from "react";
import { FieldError, FieldHint, type FieldOwnProps, initialText, wiring } from "./field-parts";

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldOwnProps | "id" | "name" | "type">;

/** A box to tick, with its words beside it. Sends `value` ("on" when left out). */
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
          // Said as it is: Chromium calls a required box invalid before anybody has been there.
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
