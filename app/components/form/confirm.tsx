import { Form } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { FormSetup } from "~/domain/form-setup";
import { useHydrated } from "../document/use-hydrated";
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
  const answer = useRef<HTMLInputElement>(null);
  const asking = useRef<HTMLButtonElement | null>(null);

  function ask(event: MouseEvent) {
    const button = (event.target as Element).closest<HTMLButtonElement>("button[type=submit]");
    if (!button?.form || !answer.current?.disabled || button.getAttribute("aria-disabled") === "true") return;
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
    if (!button?.form || !answer.current) return;
    answer.current.disabled = false;
    button.form.requestSubmit(button);
    answer.current.disabled = true;
  }

  return (
    <>
      <div className="contents" onClickCapture={ask}>
        {children}
      </div>
      {hydrated ? (
        <>
          <input type="hidden" name="confirmed" value="yes" disabled ref={answer} />
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

interface ConfirmStepProps extends Omit<ConfirmProps, "details"> {
  /** The form that it replaces; uses the same form signature. */
  of: FormSetup;
  /** The entered values, submitted again with `confirmed=yes`. Never a password. */
  fields: Record<string, string>;
  formAction?: string;
}

/** Confirmation as a separate step, for visitors without scripts. `autofocus` scrolls it into view. */
export function ConfirmStep({ of, fields, formAction, ...props }: ConfirmStepProps) {
  const { title, text, action, cancel, children } = props;
  const { t } = useTranslation("common");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <section className="panel form-panel" role="alert">
      <div>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the result of a form submission, for which the user waits */}
        <h2 tabIndex={-1} autoFocus ref={heading}>
          {title}
        </h2>
        {text ? <p className="mt-3">{text}</p> : null}
      </div>
      {children}
      <Form method="post" id={of.name} {...(formAction ? { action: formAction } : {})}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
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
