import { type MouseEvent, type ReactNode, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "../document/use-hydrated";

interface ConfirmProps {
  title: string;
  text?: ReactNode;
  action: string;
  cancel?: string;
  children: ReactNode;
}

/**
 * Asks for a confirmation before a form is submitted. With scripts a dialog asks, and the form then contains
 * `confirmed=yes`. Without scripts the form is submitted without it, and the action responds with a ConfirmStep.
 */
export function Confirm({ title, text, action, cancel, children }: ConfirmProps) {
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
    if (button.form.noValidate && !button.form.checkValidity()) return;
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
