import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Field } from "~/components/form/fields";
import { FormMarks } from "~/components/form/hidden-fields";
import { PageForm, usePageForm } from "~/components/form/page-form";
import { PasswordField } from "~/components/form/password-field";
import { StepHeading } from "~/components/form/step-heading";
import { SubmitButton } from "~/components/form/submit-button";
import { TextLink } from "~/components/text/elements";
import type { FormSetup } from "~/domain/form-answer";
import { MAX_EMAIL } from "~/domain/email-rules";
import { MAX_PASSWORD } from "~/domain/password-rules";
import { paths } from "~/domain/paths";
import type { SignInStep } from "./action.server";

interface SignInFormProps {
  /** The sign-in form's setup. The unlock form has it too: the sign-in form is shown again if that is not submitted. */
  opening: FormSetup;
  answer: SignInStep | undefined;
  redirectTo: string;
}

const MAX_ATTEMPTS = 5;
/** Number of failed attempts from which the message counts the remaining ones. */
const COUNTS_DOWN_FROM = 3;

/** The failed attempts, 1 to 4, as bars, and when the account will be locked (accounts-and-store.md section 9). */
function Attempts({ count }: { count: number }) {
  const { t } = useTranslation("account");
  return (
    <div className="mt-2">
      <div className="flex gap-2" aria-hidden="true">
        {Array.from({ length: MAX_ATTEMPTS }, (_, n) => (
          <span key={n} className={`h-1.5 w-8 rounded-full ${n < count ? "bg-danger" : "bg-line"}`} />
        ))}
      </div>
      <p className="hint mt-1">
        {count < COUNTS_DOWN_FROM
          ? t("signIn.lockHint")
          : t("signIn.lockLeft", { count: MAX_ATTEMPTS - count }) + t("signIn.lockInstead")}
      </p>
    </div>
  );
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
        <TextLink to={paths.findPassword}>{t("signIn.forgot")}</TextLink>
        <TextLink to={paths.signUp}>{t("signIn.register")}</TextLink>
      </nav>
    </>
  );
}

/** WEB-011: asks before a mail is sent. A separate step, so that it works without scripts. */
export function UnlockForm({
  opening,
  answer,
  redirectTo,
}: Omit<SignInFormProps, "answer"> & { answer: SignInStep }) {
  const { t } = useTranslation(["account", "errors"]);
  const email = answer.lastResult.initialValue?.["email"];
  return (
    <section className="split__part" role="alert">
      <StepHeading>{t("account:signIn.lockedTitle")}</StepHeading>
      <p>{t("errors:web.011")}</p>
      <Form method="post" id={opening.name} className="form-stack">
        <input type="hidden" name="email" value={typeof email === "string" ? email : ""} />
        <FormMarks of={opening} />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <SubmitButton name="intent" value="unlock" wide>
          {t("account:signIn.sendUnlock")}
        </SubmitButton>
      </Form>
      <TextLink to={paths.signIn(redirectTo)} reloadDocument>
        {t("account:signIn.notNow")}
      </TextLink>
    </section>
  );
}
