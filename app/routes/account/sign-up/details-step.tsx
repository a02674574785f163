import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "~/components/form/checkbox";
import { ErrorSummary } from "~/components/form/error-summary";
import { NameFields, useNames } from "~/components/account/name-fields";
import { NewPasswordFields } from "~/components/account/new-password-fields";
import { StepHeading } from "~/components/form/step-heading";
import { SubmitButton } from "~/components/form/submit-button";
import { paths } from "~/domain/paths";

interface Details {
  password: string;
  passwordConfirm: string;
  lastName: string;
  firstName: string;
  agreement: string;
}

/** Step 2: password, names, agreement. */
export function DetailsStep({
  email,
  lastResult,
}: {
  email: string;
  lastResult: SubmissionResult | undefined;
}) {
  const { t } = useTranslation("account");
  const [form, fields] = useForm<Details>({ id: "sign-up-details", lastResult: lastResult ?? null });
  const { password, passwordConfirm, agreement } = fields;
  const { names, labels } = useNames(fields);
  return (
    <section className="panel form-panel">
      <StepHeading>{t("signUp.details.title")}</StepHeading>
      <Form method="post" {...getFormProps(form)} className="form-stack">
        {/* In the order of the page, which is that of the summary's links. */}
        <ErrorSummary
          form={form}
          fields={{ password, passwordConfirm, ...names, agreement }}
          labels={labels}
        />
        <div className="field">
          <label htmlFor="details-email">{t("signIn.email")}</label>
          {/* For password managers, which keep it with the new password; and it says which address this form was
              filled in for, should another tab have gone on with another one. */}
          <input
            key={email}
            id="details-email"
            name="email"
            className="input"
            type="email"
            autoComplete="username"
            value={email}
            readOnly
          />
        </div>
        <NewPasswordFields
          password={password}
          confirmation={passwordConfirm}
          labels={{ password: t("signIn.password"), confirmation: t("password.confirm") }}
          missing={{ password: t("password.missing"), confirmation: t("password.confirmMissing") }}
        />
        <NameFields firstName={fields.firstName} lastName={fields.lastName} />
        <Checkbox meta={agreement} label={t("agreement.label")} required />
        <p className="form-links small">
          <Link className="link" to={paths.termsOfUse} target="_blank">
            {t("agreement.terms")}
          </Link>
          <Link className="link" to={paths.privacyPolicy} target="_blank">
            {t("agreement.privacy")}
          </Link>
        </p>
        <SubmitButton name="intent" value="details" wide>
          {t("signUp.details.submit")}
        </SubmitButton>
      </Form>
      <Form method="post">
        <SubmitButton name="intent" value="change-email" look="line" size="small">
          {t("signUp.code.changeEmail")}
        </SubmitButton>
      </Form>
    </section>
  );
}
