import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "~/components/checkbox";
import { ErrorSummary } from "~/components/error-summary";
import { Field } from "~/components/field";
import { NewPasswordFields } from "~/components/new-password-fields";
import { SubmitButton } from "~/components/submit-button";
import { MAX_NAME } from "~/domain/name-rules";
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
  return (
    <section className="panel form-panel">
      <h2>{t("signUp.details.title")}</h2>
      <Form method="post" {...getFormProps(form)} className="form-stack">
        <ErrorSummary form={form} fields={fields} />
        <div className="field">
          <label htmlFor="details-email">{t("signIn.email")}</label>
          {/* Read-only, and there for password managers: they keep it with the new password. */}
          <input
            id="details-email"
            className="input"
            type="email"
            autoComplete="username"
            value={email}
            readOnly
          />
        </div>
        <NewPasswordFields
          password={fields.password}
          confirmation={fields.passwordConfirm}
          labels={{ password: t("signIn.password"), confirmation: t("password.confirm") }}
        />
        <div className="form__row">
          <Field
            meta={fields.lastName}
            label={t("name.last")}
            autoComplete="family-name"
            maxLength={MAX_NAME}
            required
          />
          <Field
            meta={fields.firstName}
            label={t("name.first")}
            autoComplete="given-name"
            maxLength={MAX_NAME}
            required
          />
        </div>
        <Checkbox meta={fields.agreement} label={t("agreement.label")} required />
        <p className="small">
          <Link className="link" to={paths.termsOfUse} target="_blank">
            {t("agreement.terms")}
          </Link>{" "}
          <Link className="link" to={paths.privacyPolicy} target="_blank">
            {t("agreement.privacy")}
          </Link>
        </p>
        <SubmitButton name="intent" value="details" wide>
          {t("signUp.details.submit")}
        </SubmitButton>
      </Form>
    </section>
  );
}
