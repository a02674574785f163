import { Form } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { shownOrder } from "~/domain/field-order";
import type { FormFields } from "~/domain/form-fields";
import type { FormSetup } from "~/domain/form-setup";
import { dynamicKey } from "~/i18n/dynamic";
import { useHydrated } from "../document/use-hydrated";
import { Facts } from "../text/elements";
import { FormMarks } from "./hidden-fields";
import { SubmitButton } from "./submit-button";

interface ConfirmProps {
  title: string;
  text?: ReactNode;
  action: string;
  cancel?: string;
  children?: ReactNode;
  /** What is sent, below the question of the dialog. */
  details?: ReactNode;
}

/** Browsers call an address in full-width characters invalid, which the server accepts: only empty fields count. */
const isIncomplete = (form: HTMLFormElement): boolean =>
  [...form.elements].some((control) => (control as HTMLInputElement).validity?.valueMissing);

/**
 * Asks for a confirmation before a form is submitted. With scripts a dialog asks, and the form then contains
 * `confirmed=yes`. Without scripts the form is submitted without it, and the action responds with a ConfirmStep.
 */
export function Confirm({ title, text, action, cancel, children, details }: ConfirmProps) {
  const { t } = useTranslation("common");
  const hydrated = useHydrated();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const confirmedField = useRef<HTMLInputElement>(null);
  const asking = useRef<HTMLButtonElement | null>(null);

  function ask(event: MouseEvent) {
    const button = (event.target as Element).closest<HTMLButtonElement>("button[type=submit]");
    if (!button?.form || !confirmedField.current?.disabled || button.getAttribute("aria-disabled") === "true")
      return;
    // An incomplete form gets its errors from the action, so do not ask for a confirmation first.
    if (button.form.noValidate && isIncomplete(button.form)) return;
    event.preventDefault();
    event.stopPropagation();
    // The browser shows its own errors; ask only if there are none.
    if (!button.form.noValidate && !button.form.reportValidity()) return;
    asking.current = button;
    dialog.current?.showModal();
  }

  function goOn() {
    dialog.current?.close();
    const button = asking.current;
    if (!button?.form || !confirmedField.current) return;
    confirmedField.current.disabled = false;
    button.form.requestSubmit(button);
    confirmedField.current.disabled = true;
  }

  return (
    <>
      <div className="contents" onClickCapture={ask}>
        {children}
      </div>
      {hydrated ? (
        <>
          <input type="hidden" name="confirmed" value="yes" disabled ref={confirmedField} />
          {/* On close the browser returns the focus to the submit button. */}
          <dialog className="dialog" ref={dialog} aria-labelledby={titleId}>
            <h2 id={titleId}>{title}</h2>
            {text ? <p>{text}</p> : null}
            {details ? <div className="mt-3">{details}</div> : null}
            <div className="dialog__do">
              <button type="button" className="btn btn--line" onClick={() => dialog.current?.close()}>
                {cancel ?? t("button.cancel")}
              </button>
              <button type="button" className="btn" onClick={goOn}>
                {action}
              </button>
            </div>
          </dialog>
        </>
      ) : null}
    </>
  );
}

/**
 * React hook that returns what a visitor reviews before a form is sent: the label and the text of each field, in the
 * order of the page, without those that are empty, hidden, secret or confirmations.
 *
 * @param names a part of the fields; all by default
 */
export function useReviewRows<Fields extends FormFields>(
  declared: Fields,
  values: { readonly [Name in keyof Fields]?: unknown },
  names?: readonly (keyof Fields & string)[],
): [label: string, text: string][] {
  const { t, i18n } = useTranslation("common");
  return (names ?? shownOrder(declared, i18n.language)).flatMap((name): [string, string][] => {
    const { [name]: field } = declared as FormFields;
    const { [name]: value } = values;
    if (!field || field.isSecret || field.isLeftOut || field.control === "none") return [];
    if (typeof value !== "string" || value === "") return [];
    const option = field.optionLabel?.(value);
    return [[dynamicKey(t, field.label), option === undefined ? value : dynamicKey(t, option)]];
  });
}

interface ConfirmStepProps<Fields extends FormFields> extends Omit<ConfirmProps, "details" | "children"> {
  /** The form that it replaces; uses the same form signature. */
  of: FormSetup;
  declared: Fields;
  /** The entered values, reviewed, and submitted again with `confirmed=yes`. Never a secret. */
  values: { readonly [Name in keyof Fields]?: unknown };
  /** Further values that are submitted again, and further facts to review. */
  more?: Record<string, string>;
  facts?: readonly (readonly [label: string, text: string])[];
  formAction?: string;
}

/** Confirmation as a separate step, for visitors without scripts. `autofocus` scrolls it into view. */
export function ConfirmStep<Fields extends FormFields>(props: ConfirmStepProps<Fields>) {
  const { of, declared, values, more, facts = [], formAction, title, text, action, cancel } = props;
  const { t } = useTranslation("common");
  const rows = [...useReviewRows(declared, values), ...facts];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const again = { ...Object.fromEntries(of.fields.map((name) => [name, values[name] ?? ""])), ...more };
  return (
    <section className="panel form-panel" role="alert">
      <div>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the result of a form submission, for which the user waits */}
        <h2 tabIndex={-1} autoFocus ref={heading}>
          {title}
        </h2>
        {text ? <p className="mt-3">{text}</p> : null}
      </div>
      <Facts className="typed" rows={rows} />
      <Form method="post" id={of.name} {...(formAction ? { action: formAction } : {})}>
        {Object.entries(again).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={String(value)} />
        ))}
        <FormMarks of={of} />
        <input type="hidden" name="confirmed" value="yes" />
        <div className="form__do">
          <SubmitButton>{action}</SubmitButton>
          {/* Keeps the input. */}
          <SubmitButton look="line" name="intent" value="edit">
            {cancel ?? t("button.back")}
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}
