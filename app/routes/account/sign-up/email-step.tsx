import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmailCheckField } from "~/components/email-check-field";
import { ErrorSummary } from "~/components/error-summary";
import { Honeypot } from "~/components/honeypot";
import { SubmitButton } from "~/components/submit-button";
import { paths } from "~/domain/paths";

/** Step 0: the address. Its submit asks for the code, so that a reload of step 1 sends no second one. */
export function EmailStep({
  email,
  lastResult,
}: {
  email: string;
  lastResult: SubmissionResult | undefined;
}) {
  const { t } = useTranslation("account");
  const [form, fields] = useForm<{ email: string }>({
    id: "sign-up-email",
    lastResult: lastResult ?? null,
    defaultValue: { email },
  });
  return (
    <section className="panel form-panel">
      <h2>{t("signUp.email.title")}</h2>
      <p className="soft">{t("signUp.email.text")}</p>
      <Form method="post" {...getFormProps(form)} className="form-stack">
        <ErrorSummary form={form} fields={fields} />
        <Honeypot />
        <EmailCheckField
          meta={fields.email}
          label={t("signIn.email")}
          good="free"
          action={paths.signUp}
          hints={{ free: t("emailHint.success"), taken: t("emailHint.invalid") }}
        />
        <SubmitButton name="intent" value="send-code" wide>
          {t("signUp.email.submit")}
        </SubmitButton>
      </Form>
      <p className="form-links">
        <Link className="link" to={paths.signIn()}>
          {t("signUp.haveAccount")}
        </Link>
      </p>
    </section>
  );
}
