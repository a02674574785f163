import { useNavigation } from "@remix-run/react";
import { type ButtonHTMLAttributes, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

interface SubmitButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: "line" | "danger";
  size?: "big" | "small";
  wide?: boolean;
  /** Label while the form is being submitted; "Sending…" if omitted. */
  busy?: string;
  /** Set while the form must not be submitted: the button is exposed as disabled, and a press calls this instead. */
  onWait?: (() => void) | undefined;
}

const label = "col-start-1 row-start-1 inline-flex items-center gap-2";

/** Ignores presses during the submission. It stays focusable, so that the focus is not lost. */
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

  // Forms on one page can share an action, so useNavigation cannot tell which one was submitted.
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
      // A status inside a button is not part of its accessible name.
      {...(isBusy ? { "aria-busy": true, "aria-label": busy ?? t("form.busy") } : {})}
      {...(isBusy || onWait ? { "aria-disabled": true } : {})}
      {...(onWait ? { "data-waits": "" } : {})}
      onClick={(event) => {
        if (isBusy || onWait) event.preventDefault();
        if (!isBusy) (onWait ?? onClick)?.(event);
      }}
    >
      {/* Both labels overlap, so the button keeps its width while busy. */}
      <span className="grid place-items-center">
        <span className={isBusy ? `${label} invisible` : label}>{children}</span>
        <span className={isBusy ? label : `${label} invisible`} aria-hidden={isBusy ? undefined : true}>
          <span className="spin" aria-hidden="true" />
          <span role={isBusy ? "status" : undefined}>{busy ?? t("form.busy")}</span>
        </span>
      </span>
    </button>
  );
}
