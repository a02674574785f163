import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { FormOpening } from "~/domain/form-answer";
import { Link } from "../text/link";
import { FormMarks } from "./form-marks";
import { SubmitButton } from "./submit-button";

interface ConfirmStepProps {
  /** The form that it stands in for: it goes out with the same stamp. */
  of: FormOpening;
  title: string;
  text?: ReactNode;
  action: string;
  cancel?: string;
  danger?: boolean;
  /** Where not going on leads; the form's own `intent=edit` when left out, which keeps what was entered. */
  cancelHref?: string;
  /** What was entered, to be sent again together with `confirmed=yes`. Never a password. */
  fields: Record<string, string>;
  /** The form's address, when it is not this page's. */
  formAction?: string;
  /** What is about to be sent, to be read once more. */
  children?: ReactNode;
}

/**
 * The same question as Confirm, as a step of its own that the server renders: for visitors without scripts. The
 * browser brings it into view (`autofocus`).
 */
export function ConfirmStep({
  of,
  title,
  text,
  action,
  cancel,
  danger,
  cancelHref,
  fields,
  formAction,
  children,
}: ConfirmStepProps) {
  const { t } = useTranslation("common");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <section className="panel form-panel" role="alert">
      <div>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the answer to a form: what the reader waits for */}
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
          <SubmitButton {...(danger ? { look: "danger" as const } : {})}>{action}</SubmitButton>
          {cancelHref === undefined ? (
            <SubmitButton look="line" name="intent" value="edit">
              {cancel ?? t("button.back")}
            </SubmitButton>
          ) : (
            <Link className="btn btn--line" to={cancelHref}>
              {cancel ?? t("button.cancel")}
            </Link>
          )}
        </div>
      </Form>
    </section>
  );
}
