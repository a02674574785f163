import { getFormProps, useForm } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { PasswordField } from "~/components/form/password-field";
import { SubmitButton } from "~/components/form/submit-button";
import { MAX_EMAIL } from "~/domain/email-rules";
import { MAX_PASSWORD } from "~/domain/password-rules";
import { paths } from "~/domain/paths";
import type { SignInAnswer } from "./action.server";
import { Attempts } from "./attempts";

/** E-mail and password; what was typed stays, except the password. */
export function SignInForm({ answer, redirectTo }: { answer: SignInAnswer | undefined; redirectTo: string }) {
  const { t } = useTranslation("account");
  const [form, fields] = useForm<{ email: string; password: string }>({
    id: "sign-in",
    lastResult: answer?.lastResult ?? null,
  });
  return (
    <>
      <Form method="post" {...getFormProps(form)} className="form-stack">
        <ErrorSummary form={form} fields={fields} />
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
          maxLength={MAX_PASSWORD}
          required
        />
        <SubmitButton name="intent" value="sign-in" wide>
          {t("signIn.submit")}
        </SubmitButton>
      </Form>
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
