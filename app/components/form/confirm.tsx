import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "../document/use-hydrated";

interface ConfirmProps {
  title: string;
  text?: ReactNode;
  /** What the button that goes on is called: it says what it does. */
  action: string;
  cancel?: string;
  danger?: boolean;
  /** The submit button, or buttons, that ask first. */
  children: ReactNode;
}

/**
 * Asks before a form goes out. With scripts in a dialog, and the form then carries `confirmed=yes`; without
 * scripts the form goes out without it, and the action answers with a ConfirmStep.
 */
export function Confirm({ title, text, action, cancel, danger = false, children }: ConfirmProps) {
  const { t } = useTranslation("common");
  const hydrated = useHydrated();
  const titleId = useId();
  const around = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const answer = useRef<HTMLInputElement>(null);
  const asking = useRef<HTMLButtonElement | null>(null);

  useEffect(() => {
    const element = around.current;
    const ask = (event: MouseEvent) => {
      const button = (event.target as Element).closest<HTMLButtonElement>("button[type=submit]");
      if (!button?.form || !answer.current?.disabled || button.getAttribute("aria-disabled") === "true")
        return;
      // A form that is not complete gets its errors from the action; asking for a confirmation first would be in vain.
      if (button.form.noValidate && !button.form.checkValidity()) return;
      event.preventDefault();
      event.stopPropagation();
      // The browser shows its own error: no confirmation until it has none.
      if (!button.form.noValidate && !button.form.reportValidity()) return;
      asking.current = button;
      dialog.current?.showModal();
    };
    element?.addEventListener("click", ask, true);
    return () => element?.removeEventListener("click", ask, true);
  }, []);

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
      <div className="contents" ref={around}>
        {children}
      </div>
      {hydrated ? (
        <>
          <input type="hidden" name="confirmed" value="yes" disabled ref={answer} />
          {/* Closing gives the focus back to the button that asked: the browser does it. */}
          <dialog className="dialog" ref={dialog} aria-labelledby={titleId}>
            <h2 id={titleId}>{title}</h2>
            {text ? <p>{text}</p> : null}
            <div className="dialog__do">
              <button type="button" className="btn btn--line" onClick={() => dialog.current?.close()}>
                {cancel ?? t("button.cancel")}
              </button>
              <button type="button" className={danger ? "btn btn--danger" : "btn"} onClick={goOn}>
                {action}
              </button>
            </div>
          </dialog>
        </>
      ) : null}
    </>
  );
}
