import { useTranslation } from "react-i18next";
import { EmailCheckForm } from "~/components/account/email-check-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useFormAnswer } from "~/components/form/use-page-form";
import { StepHeading } from "~/components/form/step-heading";
import { Link } from "~/components/text/link";
import type { FormAnswer, FormSetup } from "~/domain/form-answer";
import { paths } from "~/domain/paths";

/** Step 0: asks for the address. Submitting it requests the code, so reloading step 1 does not send another one. */
export function EmailStep({ opening, email }: { opening: FormSetup; email: string }) {
  const { t } = useTranslation("account");
  const answer = useFormAnswer<FormAnswer<{ isCodeSent?: true }>>(opening.name);
  return (
    <>
      <StepHeading>{t("signUp.title")}</StepHeading>
      <p className="split__lead" data-marked="">
        {t("signUp.email.text")}
      </p>
      <EmailCheckForm
        opening={opening}
        email={email}
        good="free"
        action={paths.signUp}
        hints={{
          missing: t("emailHint.missing"),
          format: t("emailHint.format"),
          free: t("emailHint.success"),
          taken: t("emailHint.invalid"),
        }}
        intent="send-code"
        submit={t("signUp.email.submit")}
        more={
          answer?.isCodeSent ? (
            <SubmitButton name="intent" value="have-code" look="line" wide>
              {t("code.requestedHave")}
            </SubmitButton>
          ) : null
        }
      />
      <p className="form-links">
        <Link className="link" to={paths.signIn()}>
          {t("signUp.haveAccount")}
        </Link>
      </p>
    </>
  );
}
