import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { FormSetup } from "~/domain/form-answer";
import { FormMarks } from "./hidden-fields";
import { SubmitButton } from "./submit-button";

interface ConfirmStepProps {
  /** The form that it replaces; uses the same form signature. */
  of: FormSetup;
  title: string;
  text?: ReactNode;
  action: string;
  cancel?: string;
  /** The entered values, submitted again with `confirmed=yes`. Never a password. */
  fields: Record<string, string>;
  formAction?: string;
  children?: ReactNode;
}

/**
 * Confirmation as a separate step, rendered by the server for visitors without scripts. `autofocus` scrolls it into
 * view.
 */
export function ConfirmStep({
  of,
  title,
  text,
  action,
  cancel,
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
