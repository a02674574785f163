import { useTranslation } from "react-i18next";
import type { ReactNode } from "react";
import { dynamicKey } from "~/i18n/dynamic";
import { Icon } from "../text/icon";

/**
 * The part of conform's FieldMetadata that a field needs. `errors` are message keys, possibly with parameters
 * (i18n/dynamic).
 */
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

/** Returns the metadata without errors, for a field that was edited since the response. */
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

export interface FieldOwnProps {
  meta: FieldMeta;
  label: ReactNode;
  /** Small note next to the label: "optional", "up to 30 characters". */
  note?: ReactNode;
  /** Text below the control: what to enter, or how it is used. */
  hint?: ReactNode;
  className?: string;
}

type AriaWiring = {
  id: string;
  name: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
};

/** Returns the attributes that link a control to its label, hint and error. */
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

/** Returns the field's constraints as attributes, for the browser's own validation. */
export function constraints(meta: FieldMeta): Record<string, string | number | boolean> {
  const { required, minLength, maxLength, min, max, step, pattern, multiple } = meta;
  const all = { required, minLength, maxLength, min, max, step, pattern, multiple };
  return Object.fromEntries(
    Object.entries(all).filter(
      (entry): entry is [string, string | number | boolean] => entry[1] !== undefined,
    ),
  );
}

/** Returns the initial value of a text control; undefined if there is none. */
export function initialText(meta: FieldMeta): string | undefined {
  return typeof meta.initialValue === "string" ? meta.initialValue : undefined;
}

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

/** First error of the field, with an icon, so that colour is not the only signal. */
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
