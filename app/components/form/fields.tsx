import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { lengthOf, line, paragraphs } from "~/domain/readers";
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

/** Returns the metadata without errors, for a field that was edited since the response. */
export function withoutErrors(meta: FieldMeta): FieldMeta {
  // No spread: conform's metadata has getters, and a spread would call all of them.
  const { id, name, formId, errorId, descriptionId, initialValue } = meta;
  return { id, name, formId, errorId, descriptionId, initialValue };
}

interface FieldOwnProps {
  meta: FieldMeta;
  label: ReactNode;
  /** Small note next to the label: "optional", "up to 30 characters". */
  note?: ReactNode;
  /** Text below the control: what to enter, or how it is used. */
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

export function FieldFrame({ children, ...props }: FieldOwnProps & { children: ReactNode }) {
  const { meta, label, note, hint, className } = props;
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

/** Splits the props of a field: for its frame, and for its control. */
function partsOf<Props extends FieldOwnProps>({ meta, label, note, hint, className, ...control }: Props) {
  return {
    frame: { meta, label, note, hint, className },
    control: { defaultValue: initialText(meta), ...control, ...wiring(meta, hint) },
  };
}

interface BoundedProps {
  /** Maximum length in characters. A longer text stays in the field, and the hint says so while it is typed. */
  most?: number | undefined;
}

export function Field({ type = "text", most, ...props }: FieldProps & BoundedProps) {
  const { hint, look } = useLengthHint(props.meta.id, most, line);
  const { frame, control } = partsOf({ ...props, hint: withLengthHint(hint, props.hint) });
  return (
    <FieldFrame {...frame}>
      <input
        className="input"
        type={type}
        {...control}
        onInput={(event) => {
          look(event);
          props.onInput?.(event);
        }}
      />
    </FieldFrame>
  );
}

/** Multi-line text field; grows with its content where the browser supports it. */
export function TextArea({
  most,
  ...props
}: FieldProps<TextareaHTMLAttributes<HTMLTextAreaElement>> & BoundedProps) {
  const { hint, look } = useLengthHint(props.meta.id, most, paragraphs);
  const { frame, control } = partsOf({ ...props, hint: withLengthHint(hint, props.hint) });
  return (
    <FieldFrame {...frame}>
      <textarea className="input" {...control} onInput={look} />
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

/**
 * React hook that says, while the visitor types or pastes, that a text has more characters than the server accepts.
 *
 * @param read the reader of the field on the server, so that both count alike
 */
export function useLengthHint(id: string, most: number | undefined, read: (raw: string) => string) {
  const { t } = useTranslation("common");
  const [count, setCount] = useState(0);
  // A text that is short in UTF-16 units is short in characters, too.
  const countOf = (value: string) => (most === undefined || value.length <= most ? 0 : lengthOf(read(value)));
  const latest = useRef(countOf);
  latest.current = countOf;
  useEffect(() => {
    const control = document.getElementById(id);
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
      setCount(latest.current(control.value));
  }, [id]);
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
  options: { value: string; label: string }[];
  /** Text of the first option, which has no value. */
  placeholder: string;
}

export function Select({ options, placeholder, ...props }: SelectProps) {
  const { frame, control } = partsOf(props);
  return (
    <FieldFrame {...frame}>
      {/* Explicit, because Chromium exposes a required select as invalid before the user has reached it. */}
      <select className="input" {...control} aria-invalid={Boolean(props.meta.errors?.length)}>
        <option value="">{placeholder}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

export function Checkbox({ meta, label, className, ...input }: Omit<FieldProps, "note" | "hint">) {
  return (
    <div className={className ? `field ${className}` : "field"}>
      <label className="check">
        <input
          type="checkbox"
          value="on"
          defaultChecked={initialText(meta) === "on"}
          {...input}
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
  meta: FieldMeta;
  legend: ReactNode;
  /** A hint is at the end of a large row. */
  options: { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
  look?: "rows";
  defaultValue?: string;
  required?: boolean;
}

/** Radio group. The first radio has the field's id, so that the error summary's link leads there. */
export function RadioGroup({ meta, legend, options, look, defaultValue, required }: RadioGroupProps) {
  const chosen = initialText(meta) ?? defaultValue;
  return (
    <fieldset className="field" aria-describedby={wiring(meta)["aria-describedby"]}>
      <legend className="field__label mb-2">{legend}</legend>
      <div className={look === "rows" ? "pays" : "grid"}>
        {options.map(({ value, label, hint, disabled }, index) => (
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
