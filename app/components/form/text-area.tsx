import type { TextareaHTMLAttributes } from "react";
import { constraints, FieldFrame, type FieldOwnProps, initialText, wiring } from "./field-parts";

type Area = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldOwnProps | "id" | "name">;

/** Multi-line text field; grows with its content where the browser supports it. */
export function TextArea({ meta, label, note, hint, className, ...area }: FieldOwnProps & Area) {
  return (
    <FieldFrame {...{ meta, label, note, hint }} {...(className ? { className } : {})}>
      <textarea
        className="input"
        defaultValue={initialText(meta)}
        {...constraints(meta)}
        {...area}
        {...wiring(meta, hint)}
      />
    </FieldFrame>
  );
}
