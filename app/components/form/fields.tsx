import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useCallback,
  useEffect,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import type { FormField } from "~/domain/form-fields";
import { lengthOf } from "~/domain/readers";
import { dynamicKey } from "~/i18n/dynamic";
import { Icon } from "../text/elements";

/** Delay of a check while the user types, or after blur, in ms (accounts-and-store.md section 9). */
export const PAUSE_MS = 300;

/** The part of conform's FieldMetadata that a field needs. `errors` are message keys (i18n/dynamic). */
export interface FieldMeta {
  id: string;
  name: string;
  formId?: string | undefined;
  errorId: string;
  descriptionId: string;
  errors?: string[] | undefined;
  initialValue?: unknown;
}

/** Returns the metadata with other errors than the response's: none for a field that was edited since. */
export function withErrors(meta: FieldMeta, errors?: string[]): FieldMeta {
  // No spread: conform's metadata has getters, and a spread would call all of them.
  const { id, name, formId, errorId, descriptionId, initialValue } = meta;
  return { id, name, formId, errorId, descriptionId, initialValue, errors };
}

/** A field of a form on its page: its declaration, and what conform knows of it. */
export interface BoundField {
  field: FormField;
  meta: FieldMeta;
}

interface FieldOwnProps {
  of: BoundField;
  /** In place of the declared texts. */
  label?: ReactNode;
  note?: ReactNode;
  hint?: ReactNode;
  className?: string | undefined;
}

/** Props of a field: its own, and attributes of its control. */
export type FieldProps<Attributes = InputHTMLAttributes<HTMLInputElement>> = FieldOwnProps &
  Omit<Attributes, keyof FieldOwnProps | "id" | "name">;

/** Returns the attributes that link a control to its label, hint and error. */
export function wiring({ id, name, errors, errorId, descriptionId }: FieldMeta, hint?: unknown) {
  const isInvalid = errors?.length ? true : undefined;
  const describedBy = [isInvalid && errorId, hint && descriptionId].filter(Boolean).join(" ");
  return { id, name, "aria-invalid": isInvalid, "aria-describedby": describedBy || undefined };
}

export const initialText = ({ initialValue }: FieldMeta) =>
  typeof initialValue === "string" ? initialValue : undefined;

interface FieldFrameProps extends Omit<FieldOwnProps, "of"> {
  meta: FieldMeta;
  children: ReactNode;
}

export function FieldFrame({ children, meta, label, note, hint, className }: FieldFrameProps) {
  return (
    <div className={className ? `field ${className}` : "field"}>
      <label htmlFor={meta.id}>
        {/* With a space, or the accessible name would be one word. */}
        {label} {note ? <small>{note}</small> : null}
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

/** React hook that splits the props of a field: for its frame, and for its control. Declared ones come first. */
export function useDeclared<Props extends FieldOwnProps & { required?: boolean | undefined }>(props: Props) {
  const { t } = useTranslation("common");
  const { of, label, note, hint, className, ...control } = props;
  const { field, meta } = of;
  const said = (key: string | undefined) => key && dynamicKey(t, key);
  const shown = {
    label: label ?? said(field.label),
    note: note ?? said(field.note) ?? (field.isOptional && t("form.optional")),
    hint: hint ?? said(field.hint),
  };
  const { inputMode, autoComplete } = field;
  return {
    field,
    frame: { meta, ...shown, className },
    control: {
      ...{ inputMode, autoComplete, required: !field.isOptional, defaultValue: initialText(meta) },
      ...control,
      ...wiring(meta, shown.hint),
    },
  };
}

/** A text field with its label, hint and error, as it is declared: of one line, or of several. */
export function Field(props: FieldProps & { rows?: number }) {
  const { field, meta } = props.of;
  const { hint, look } = useLengthHint(meta.id, field);
  const { frame, control } = useDeclared(props);
  const shown = withLengthHint(hint, frame.hint);
  const all = {
    ...{ className: "input", ...control, ...wiring(meta, shown) },
    onInput(event: FormEvent<HTMLInputElement & HTMLTextAreaElement>) {
      look(event);
      props.onInput?.(event);
    },
  };
  return (
    <FieldFrame {...frame} hint={shown}>
      {field.control === "textarea" ? (
        // Grows with its content where the browser supports it.
        <textarea {...(all as TextareaHTMLAttributes<HTMLTextAreaElement>)} />
      ) : (
        <input type={field.type ?? "text"} {...all} />
      )}
    </FieldFrame>
  );
}

export const withLengthHint = (length: ReactNode, hint: ReactNode) =>
  length ? (
    <>
      {length}
      {hint ? <span>{hint}</span> : null}
    </>
  ) : (
    hint
  );

/** React hook that says, while the visitor types or pastes, that a text has more characters than the server accepts. */
export function useLengthHint(id: string, { max: most, counted }: FormField) {
  const { t } = useTranslation("common");
  const [count, setCount] = useState(0);
  const countOf = useCallback(
    // A text that is short in UTF-16 units is short in characters, too.
    (value: string) =>
      most === undefined || value.length <= most ? 0 : lengthOf(counted ? counted(value) : value),
    [most, counted],
  );
  useEffect(() => {
    const control = document.getElementById(id);
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
      setCount(countOf(control.value));
  }, [id, countOf]);
  return {
    hint:
      most !== undefined && count > most ? (
        // Announced when it appears, so that the field needs no empty region before.
        <span role="alert" className="hint hint--bad">
          <Icon name="bad" size={18} />
          <span>{t("form.tooLong", { most, count })}</span>
        </span>
      ) : undefined,
    look: ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setCount(countOf(currentTarget.value)),
    forget: () => setCount(0),
  };
}

interface SelectProps extends FieldProps<SelectHTMLAttributes<HTMLSelectElement>> {
  /** The values that can be chosen here; all that are declared by default. */
  options?: readonly string[];
}

export function Select({ options, ...props }: SelectProps) {
  const { t } = useTranslation("common");
  const { field, frame, control } = useDeclared(props);
  return (
    <FieldFrame {...frame}>
      {/* Explicit, because Chromium exposes a required select as invalid before the user has reached it. */}
      <select className="input" {...control} aria-invalid={Boolean(frame.meta.errors?.length)}>
        <option value="">{t("form.choose")}</option>
        {(options ?? field.options)?.map((value) => (
          <option key={value} value={value}>
            {dynamicKey(t, field.optionLabel?.(value) ?? value)}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

export function Checkbox(props: Omit<FieldProps, "note" | "hint">) {
  const {
    frame: { meta, label, className },
    control: { defaultValue: _, ...control },
  } = useDeclared(props);
  return (
    <div className={className ? `field ${className}` : "field"}>
      <label className="check">
        <input
          type="checkbox"
          value="on"
          defaultChecked={initialText(meta) === "on"}
          {...control}
          {...wiring(meta)}
          // Explicit, because Chromium exposes a required checkbox as invalid before the user has reached it.
          aria-invalid={Boolean(meta.errors?.length)}
        />
        <span>{label}</span>
      </label>
      <FieldError meta={meta} />
    </div>
  );
}

interface RadioGroupProps {
  of: BoundField;
  legend?: ReactNode;
  /** The values that can be chosen, by default as declared. A hint is at the end of a large row. */
  options?: { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
  look?: "rows";
  defaultValue?: string;
  required?: boolean;
}

/** Radio group. The first radio has the field's id, so that the error summary's link leads there. */
export function RadioGroup({ of, legend, options, look, defaultValue, required = true }: RadioGroupProps) {
  const { t } = useTranslation("common");
  const { field, meta } = of;
  const chosen = initialText(meta) ?? defaultValue;
  const declared = () =>
    field.options?.map((value) => ({ value, label: dynamicKey(t, field.optionLabel?.(value) ?? value) }));
  const rows: RadioGroupProps["options"] = options ?? declared();
  return (
    <fieldset className="field" aria-describedby={wiring(meta)["aria-describedby"]}>
      <legend className="field__label mb-2">{legend ?? dynamicKey(t, field.label)}</legend>
      <div className={look === "rows" ? "pays" : "grid"}>
        {rows?.map(({ value, label, hint, disabled }, index) => (
          <label key={value} className={look === "rows" ? "pay" : "check"}>
            <input
              id={index === 0 ? meta.id : `${meta.id}-${value}`}
              type="radio"
              name={meta.name}
              value={value}
              defaultChecked={chosen === value}
              required={required}
              disabled={disabled}
            />
            <span>{label}</span>
            {hint ? <small>{hint}</small> : null}
          </label>
        ))}
      </div>
      <FieldError meta={meta} />
    </fieldset>
  );
}

/** Message while the user types. Always present, because screen readers announce changes of existing regions only. */
export const LiveHint = ({ ok, text }: { ok?: boolean | undefined; text?: string | undefined }) => (
  <span role="status" className={text ? `hint ${ok ? "hint--ok" : "hint--bad"}` : "hint"}>
    {text ? (
      <>
        <Icon name={ok ? "ok" : "bad"} size={18} />
        <span>{text}</span>
      </>
    ) : null}
  </span>
);
