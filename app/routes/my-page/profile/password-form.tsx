import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/components/form/error-summary";
import { NewPasswordFields } from "~/components/account/new-password-fields";
import { PasswordField } from "~/components/form/password-field";
import { SubmitButton } from "~/components/form/submit-button";
import { useHydrated } from "~/components/document/use-hydrated";
import { firstFailedCheck, MAX_PASSWORD } from "~/domain/password-rules";
import { paths } from "~/domain/paths";

interface PasswordFormProps {
  /** For password managers: whose password it is. */
  email: string;
  lastResult: SubmissionResult | undefined;
}

/** Old, new and confirmation. With scripts the checklist is live, and the button waits until all four items hold. */
export function PasswordForm({ email, lastResult }: PasswordFormProps) {
  const { t } = useTranslation(["my-page", "errors"]);
  const hydrated = useHydrated();
  const [isReady, setReady] = useState(false);
  const [form, fields] = useForm<{ oldPassword: string; newPassword: string; newPasswordConfirm: string }>({
    id: "password",
    lastResult: lastResult ?? null,
  });
  return (
    <Form
      method="post"
      action={paths.myPage.profile}
      preventScrollReset
      {...getFormProps(form)}
      className="form"
    >
      <ErrorSummary form={form} fields={fields} />
      <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
      <PasswordField
        meta={fields.oldPassword}
        label={t("password.old")}
        autoComplete="current-password"
        maxLength={MAX_PASSWORD}
        required
      />
      <NewPasswordFields
        password={fields.newPassword}
        confirmation={fields.newPasswordConfirm}
        labels={{ password: t("password.new"), confirmation: t("password.confirm") }}
        missing={{ password: t("errors:web.013"), confirmation: t("errors:web.014") }}
        onChange={(password, confirmation) => setReady(!firstFailedCheck(password, confirmation))}
      />
      <p className="hint">{t("password.ends")}</p>
      <div className="form__do">
        <SubmitButton
          name="intent"
          value="password"
          busy={t("password.saving")}
          disabled={hydrated && !isReady}
        >
          {t("password.save")}
        </SubmitButton>
      </div>
    </Form>
  );
}
