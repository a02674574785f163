import type { InputHTMLAttributes } from "react";
import { FieldFrame, type FieldOwnProps, wiring } from "./field-parts";

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldOwnProps | "id" | "name" | "type">;

/** A file to send along. The browser's own button speaks the browser's language, so the label has to say it all. */
export function FileField({ meta, label, note, hint, className, ...input }: FieldOwnProps & Input) {
  return (
    <FieldFrame {...{ meta, label, note, hint }} {...(className ? { className } : {})}>
      <input key={meta.key} className="input" {...input} {...wiring(meta, hint)} type="file" />
    </FieldFrame>
  );
}
