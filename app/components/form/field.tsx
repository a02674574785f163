import type { InputHTMLAttributes } from "react";
import { constraints, FieldFrame, type FieldOwnProps, initialText, wiring } from "./field-parts";

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldOwnProps | "id" | "name">;

/**
 * Single-line text field with label, hint and error. Attributes given here override conform's constraints.
 */
export function Field({
  meta,
  label,
  note,
  hint,
  className,
  type = "text",
  ...input
}: FieldOwnProps & Input) {
  return (
    <FieldFrame {...{ meta, label, note, hint }} {...(className ? { className } : {})}>
      <input
        className="input"
        type={type}
        defaultValue={initialText(meta)}
        {...constraints(meta)}
        {...input}
        {...wiring(meta, hint)}
      />
    </FieldFrame>
  );
}
