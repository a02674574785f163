import { useTranslation } from "react-i18next";
import { Field, LiveHint } from "~/components/form/fields";
import { PageForm } from "~/components/form/page-form";
import { StepHeading } from "~/components/form/step-heading";
import { SubmitButton } from "~/components/form/submit-button";
import { useFormAnswer, usePageForm } from "~/components/form/use-page-form";
import type { FormSetup } from "~/domain/form-answer";
import { dynamicKey } from "~/i18n/dynamic";
import { Countdown } from "./countdown";
import type { SignUpStage } from "./stages";
import { useCodeCheck } from "./use-code-check";

interface CodeStepProps {
  opening: FormSetup;
  stage: SignUpStage;
  email: string;
  /** Null if the time of the code request is unknown. */
  secondsLeft: number | null;
}

/**
 * Step 1: asks for the six digits from the mail. After verification the field is locked and a Continue button is
 * shown.
 */
export function CodeStep({ opening, stage, email, secondsLeft }: CodeStepProps) {
  const { t } = useTranslation("account");
  const verified = stage === "verified";
  const form = usePageForm<"authCode">(opening);
  const { problem, watch } = useCodeCheck(useFormAnswer(opening.name));

  return (
    <>
      <StepHeading>{t("signUp.code.title")}</StepHeading>
      <p className="split__lead">{t("signUp.code.text", { email })}</p>
      <PageForm of={form} className="form-stack">
        {verified ? (
          <>
            <div className="field">
              <label htmlFor="verified-code">{t("code.label")}</label>
              <input id="verified-code" className="input" value="••••••" readOnly disabled />
              <LiveHint ok text={t("code.success")} />
            </div>
            <SubmitButton name="intent" value="continue" wide>
              {t("signUp.code.continue")}
            </SubmitButton>
          </>
        ) : (
          <>
            <Field
              meta={form.fields.authCode}
              label={t("code.label")}
              inputMode="numeric"
              autoComplete="one-time-code"
              // Allows the spaces and hyphens of a pasted code; the server removes them.
              maxLength={12}
              required
              hint={
                <>
                  <LiveHint {...(problem ? { text: dynamicKey(t, problem) } : {})} />
                  {secondsLeft === null ? null : <Countdown initial={secondsLeft} />}
                </>
              }
              {...watch}
            />
            <SubmitButton name="intent" value="verify" wide>
              {t("signUp.code.submit")}
            </SubmitButton>
          </>
        )}
      </PageForm>
      {/* These buttons submit the same form, so that the code field keeps its input. */}
      <div className="form-links">
        <SubmitButton
          form={opening.name}
          formNoValidate
          name="intent"
          value="resend"
          look="line"
          size="small"
          disabled={verified}
        >
          {t("code.resend")}
        </SubmitButton>
        <SubmitButton
          form={opening.name}
          formNoValidate
          name="intent"
          value="change-email"
          look="line"
          size="small"
        >
          {t("signUp.code.changeEmail")}
        </SubmitButton>
      </div>
      <p className="small soft">{t("signUp.code.spam")}</p>
    </>
  );
}
