import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "~/components/form/fields";
import { NameFields, useNames } from "~/components/account/name-fields";
import { NewPasswordFields } from "~/components/account/new-password-fields";
import { PageForm } from "~/components/form/page-form";
import { StepHeading } from "~/components/form/step-heading";
import { SubmitButton } from "~/components/form/submit-button";
import { usePageForm } from "~/components/form/use-page-form";
import { Link } from "~/components/text/link";
import type { FormSetup } from "~/domain/form-answer";
import { paths } from "~/domain/paths";

type DetailsField = "password" | "passwordConfirm" | "lastName" | "firstName" | "agreement";

export function DetailsStep({ opening, email }: { opening: FormSetup; email: string }) {
  const { t } = useTranslation("account");
  const form = usePageForm<DetailsField>(opening);
  const { fields } = form;
  const { password, passwordConfirm, agreement } = fields;
  const { order, labels } = useNames();
  return (
    <>
      <StepHeading>{t("signUp.details.title")}</StepHeading>
      <PageForm
        of={form}
        className="form-stack"
        // Order of the error summary's links, the same as on the page.
        order={["password", "passwordConfirm", ...order, "agreement"]}
        labels={labels}
      >
        <div className="field">
          <label htmlFor="details-email">{t("signIn.email")}</label>
          {/* For password managers, which store the address with the new password. */}
          <input
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
      </PageForm>
      <Form method="post">
        <SubmitButton name="intent" value="change-email" look="line" size="small">
          {t("signUp.code.changeEmail")}
        </SubmitButton>
      </Form>
    </>
  );
}
