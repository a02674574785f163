import { useTranslation } from "react-i18next";
import { Field } from "~/components/form/fields";
import { PasswordField } from "~/components/form/password-field";
import { PageForm } from "~/components/form/page-form";
import { SubmitButton } from "~/components/form/submit-button";
import { usePageForm } from "~/components/form/use-page-form";
import { Link } from "~/components/text/link";
import type { FormSetup } from "~/domain/form-answer";
import { MAX_EMAIL } from "~/domain/email-rules";
import { MAX_PASSWORD } from "~/domain/password-rules";
import { paths } from "~/domain/paths";
import { Attempts } from "./attempts";
import type { SignInStep } from "./conclude.server";

interface SignInFormProps {
  opening: FormSetup;
  answer: SignInStep | undefined;
  redirectTo: string;
}

/** Sign-in form for e-mail and password. After an error the fields keep their input, except the password. */
export function SignInForm({ opening, answer, redirectTo }: SignInFormProps) {
  const { t } = useTranslation("account");
  const form = usePageForm<"email" | "password">(opening);
  const { fields } = form;
  return (
    <>
      <PageForm of={form} className="form-stack">
        {answer?.attempts ? <Attempts count={answer.attempts} /> : null}
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <Field
          meta={fields.email}
          label={t("signIn.email")}
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={MAX_EMAIL}
          required
        />
        <PasswordField
          meta={fields.password}
          label={t("signIn.password")}
          autoComplete="current-password"
          // Clears the rejected password, as a full page load does without scripts.
          clearedBy={answer}
          maxLength={MAX_PASSWORD}
          required
        />
        <SubmitButton name="intent" value="sign-in" wide>
          {t("signIn.submit")}
        </SubmitButton>
      </PageForm>
      <nav aria-label={t("signIn.otherWays")} className="form-links">
        <Link className="link" to={paths.findPassword}>
          {t("signIn.forgot")}
        </Link>
        <Link className="link" to={paths.signUp}>
          {t("signIn.register")}
        </Link>
      </nav>
    </>
  );
}
