import { useTranslation } from "react-i18next";
import type { ReactNode } from "react";
import { dynamicKey } from "~/i18n/dynamic";
import { Icon } from "../text/icon";

/** What a field needs of conform's FieldMetadata. `errors` are message keys, maybe with parameters (i18n/dynamic). */
export interface FieldMeta {
  id: string;
  name: string;
  formId?: string | undefined;
  errorId: string;
  descriptionId: string;
  errors?: string[] | undefined;
  initialValue?: unknown;
  required?: boolean | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  min?: string | number | undefined;
  max?: string | number | undefined;
  step?: string | number | undefined;
  pattern?: string | undefined;
  multiple?: boolean | undefined;
}

/** The same without its errors: what the server said of a value is no longer about what stands there now. */
export function withoutErrors({
  id,
  name,
  formId,
  errorId,
  descriptionId,
  initialValue,
  required,
}: FieldMeta): FieldMeta {
  return { id, name, formId, errorId, descriptionId, initialValue, required };
}

/** What every field component takes beside the attributes of its control. */
export interface FieldOwnProps {
  meta: FieldMeta;
  label: ReactNode;
  /** Beside the label, small: "optional", "up to 30 characters". */
  note?: ReactNode;
  /** Below the control: what to enter, or what happens with it. */
  hint?: ReactNode;
  className?: string;
}

type AriaWiring = {
  id: string;
  name: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
};

/** The attributes that tie a control to its label, its hint and its error. */
export function wiring(meta: FieldMeta, hint: unknown): AriaWiring {
  const describedBy = [meta.errors?.length && meta.errorId, hint && meta.descriptionId]
    .filter(Boolean)
    .join(" ");
  return {
    id: meta.id,
    name: meta.name,
    ...(meta.errors?.length ? { "aria-invalid": true as const } : {}),
    ...(describedBy ? { "aria-describedby": describedBy } : {}),
  };
}

/** The constraints that the browser checks by itself, of those that the field has. */
export function constraints(meta: FieldMeta): Record<string, string | number | boolean> {
  const { required, minLength, maxLength, min, max, step, pattern, multiple } = meta;
  const all = { required, minLength, maxLength, min, max, step, pattern, multiple };
  return Object.fromEntries(
    Object.entries(all).filter(
      (entry): entry is [string, string | number | boolean] => entry[1] !== undefined,
    ),
  );
}

/** What was typed before, as a control's default value. */
export function initialText(meta: FieldMeta): string | undefined {
  return typeof meta.initialValue === "string" ? meta.initialValue : undefined;
}

/** Label, control, error and hint, in the order in which they are read. */
export function FieldFrame({
  meta,
  label,
  note,
  hint,
  className,
  children,
}: FieldOwnProps & { children: ReactNode }) {
  return (
    <div className={className ? `field ${className}` : "field"}>
      <label htmlFor={meta.id}>
        {label}
        {note ? <small>{note}</small> : null}
      </label>
      {children}
      <FieldError meta={meta} />
      <FieldHint meta={meta} hint={hint} />
    </div>
  );
}

export function FieldHint({ meta, hint }: { meta: FieldMeta; hint: ReactNode }) {
  if (!hint) return null;
  return (
    <div className="hint" id={meta.descriptionId}>
      <div>{hint}</div>
    </div>
  );
}

/** The field's first error: a sentence with a mark, so that it is not told by colour alone. */
export function FieldError({ meta }: { meta: FieldMeta }) {
  const { t } = useTranslation("common");
  const [error] = meta.errors ?? [];
  if (!error) return null;
  return (
    <p className="hint hint--bad" id={meta.errorId}>
      <Icon name="bad" size={18} />
      <span>
        <span className="sr">{t("form.error")} </span>
        {dynamicKey(t, error)}
      </span>
    </p>
  );
}
