import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { EmailCheckField } from "./email-check-field";
import { ErrorSummary } from "./error-summary";
import { Honeypot } from "./honeypot";
import { SubmitButton } from "./submit-button";

interface EmailCheckFormProps extends Pick<
  ComponentProps<typeof EmailCheckField>,
  "good" | "action" | "hints"
> {
  id: string;
  lastResult: SubmissionResult | undefined;
  /** What is known already. */
  email?: string;
  /** The intent of its button, and the button's words. */
  intent: string;
  submit: string;
}

/** A form of one e-mail address, which is checked while it is typed: where a sign-up and a lost password begin. */
export function EmailCheckForm({
  id,
  lastResult,
  email = "",
  intent,
  submit,
  ...check
}: EmailCheckFormProps) {
  const { t } = useTranslation("account");
  const [form, fields] = useForm<{ email: string }>({
    id,
    lastResult: lastResult ?? null,
    defaultValue: { email },
  });
  return (
    <Form method="post" {...getFormProps(form)} className="form-stack">
      <ErrorSummary form={form} fields={fields} />
      <Honeypot />
      <EmailCheckField meta={fields.email} label={t("signIn.email")} {...check} />
      <SubmitButton name="intent" value={intent} wide>
        {submit}
      </SubmitButton>
    </Form>
  );
}
