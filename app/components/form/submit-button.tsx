import { useNavigation } from "@remix-run/react";
import { type ButtonHTMLAttributes, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

interface SubmitButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: "line" | "danger";
  size?: "big" | "small";
  wide?: boolean;
  /** The words while its form is on its way; "Sending…" when left out. */
  busy?: string;
  /** Given while the form is not ready to be sent: the button is announced as off, and a press does this instead. */
  onWait?: (() => void) | undefined;
}

/**
 * Sends its form. While that is on its way it says so and takes no second press; it stays focusable, so that the
 * place is not lost.
 */
export function SubmitButton({
  look,
  size,
  wide,
  busy,
  onWait,
  className,
  children,
  onClick,
  ...button
}: SubmitButtonProps) {
  const { t } = useTranslation("common");
  const navigation = useNavigation();
  const element = useRef<HTMLButtonElement>(null);
  const [pressed, setPressed] = useState(false);
  const isBusy = pressed && navigation.state !== "idle" && navigation.formData !== undefined;

  // Several forms of a page may share one action, so the form itself has to tell whose submit it was.
  useEffect(() => {
    const form = element.current?.form;
    const onSubmit = (event: SubmitEvent) =>
      setPressed(event.submitter === null || event.submitter === element.current);
    form?.addEventListener("submit", onSubmit);
    return () => form?.removeEventListener("submit", onSubmit);
  }, []);

  const classes = ["btn", look && `btn--${look}`, size && `btn--${size}`, wide && "btn--wide", className];
  return (
    <button
      {...button}
      ref={element}
      type="submit"
      className={classes.filter(Boolean).join(" ")}
      // A status inside a button is no part of its name.
      {...(isBusy ? { "aria-busy": true, "aria-label": busy ?? t("form.busy") } : {})}
      // Not `disabled`, which would take the focus away from under the next press.
      {...(isBusy || onWait ? { "aria-disabled": true } : {})}
      {...(onWait ? { "data-waits": "" } : {})}
      onClick={(event) => {
        if (isBusy || onWait) event.preventDefault();
        if (!isBusy) (onWait ?? onClick)?.(event);
      }}
    >
      {/* Both in one place, as wide as the wider: nothing moves under the pointer when it is pressed. */}
      <span className="grid place-items-center">
        <span
          className={`col-start-1 row-start-1 inline-flex items-center gap-2${isBusy ? " invisible" : ""}`}
        >
          {children}
        </span>
        <span
          className={`col-start-1 row-start-1 inline-flex items-center gap-2${isBusy ? "" : " invisible"}`}
          {...(isBusy ? {} : { "aria-hidden": true })}
        >
          <span className="spin" aria-hidden="true" />
          <span {...(isBusy ? { role: "status" } : {})}>{busy ?? t("form.busy")}</span>
        </span>
      </span>
    </button>
  );
}
