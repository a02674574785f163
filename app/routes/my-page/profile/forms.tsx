import { useState } from "react";
import { useTranslation } from "react-i18next";
import { NameFields, useNames } from "~/components/account/name-fields";
import { NewPasswordFields } from "~/components/account/new-password-fields";
import { PasswordField } from "~/components/form/password-field";
import { PageForm, usePageForm } from "~/components/form/page-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useHydrated } from "~/components/document/use-hydrated";
import type { FormSetup } from "~/domain/form-answer";
import { firstFailedCheck, MAX_PASSWORD } from "~/domain/password-rules";
import { paths } from "~/domain/paths";

interface PasswordFormProps {
  opening: FormSetup;
  /** The account's address, for password managers. */
  email: string;
}

/**
 * Form for the old password, the new one and its confirmation. With scripts the checklist is live, and the button is
 * disabled until all four rules are met.
 */
export function PasswordForm({ opening, email }: PasswordFormProps) {
  const { t } = useTranslation(["my-page", "errors"]);
  const hydrated = useHydrated();
  const [isReady, setReady] = useState(false);
  const form = usePageForm<"oldPassword" | "newPassword" | "newPasswordConfirm">(opening);
  const { fields } = form;
  return (
    <PageForm of={form} action={paths.myPage.profile} preventScrollReset className="form">
      <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
      <PasswordField
        meta={fields.oldPassword}
        label={t("password.old")}
        autoComplete="current-password"
        clearedBy={fields.oldPassword.errors}
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
    </PageForm>
  );
}

interface NamesFormProps {
  opening: FormSetup;
  names: { firstName: string; lastName: string };
}

export function NamesForm({ opening, names }: NamesFormProps) {
  const { t } = useTranslation("my-page");
  const form = usePageForm<"firstName" | "lastName">(opening, { defaultValue: names });
  const { order, labels } = useNames();
  return (
    <PageForm
      of={form}
      action={paths.myPage.profile}
      preventScrollReset
      className="form"
      order={order}
      labels={labels}
    >
      <NameFields {...form.fields} />
      <div className="form__do">
        <SubmitButton name="intent" value="names" busy={t("profile.saving")}>
          {t("profile.save")}
        </SubmitButton>
      </div>
    </PageForm>
  );
}
