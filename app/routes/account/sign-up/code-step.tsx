import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field } from "~/components/form/field";
import { withoutErrors } from "~/components/form/field-parts";
import { LiveHint } from "~/components/form/live-hint";
import { StepHeading } from "~/components/form/step-heading";
import { SubmitButton } from "~/components/form/submit-button";
import { dynamicKey } from "~/i18n/dynamic";
import { Countdown } from "./countdown";
import type { SignUpStage } from "./stages";
import { useCodeCheck } from "./use-code-check";

interface CodeStepProps {
  stage: SignUpStage;
  email: string;
  secondsLeft: number;
  lastResult: SubmissionResult | undefined;
}

/** Step 1: the six digits from the mail. Once they are right the field is locked, and there is a way on. */
export function CodeStep({ stage, email, secondsLeft, lastResult }: CodeStepProps) {
  const { t } = useTranslation("account");
  const verified = stage === "verified";
  const [form, fields] = useForm<{ authCode: string }>({
    id: "sign-up-code",
    lastResult: lastResult ?? null,
  });
  const { problem, isEdited, watch } = useCodeCheck(lastResult);

  return (
    <section className="panel form-panel">
      <StepHeading>{t("signUp.code.title")}</StepHeading>
      <p className="soft">{t("signUp.code.text", { email })}</p>
      <Form method="post" {...getFormProps(form)} className="form-stack">
        {isEdited ? null : <ErrorSummary form={form} fields={fields} />}
        {/* Which address these six digits are for, should another tab have gone on with another one. */}
        <input type="hidden" name="email" value={email} />
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
              meta={isEdited ? withoutErrors(fields.authCode) : fields.authCode}
              label={t("code.label")}
              inputMode="numeric"
              autoComplete="one-time-code"
              // Room for the spaces and hyphens of a pasted code; the server takes them out.
              maxLength={12}
              required
              hint={
                <>
                  <LiveHint {...(problem ? { text: dynamicKey(t, problem) } : {})} />
                  <Countdown initial={secondsLeft} />
                </>
              }
              {...watch}
            />
            <SubmitButton name="intent" value="verify" wide>
              {t("signUp.code.submit")}
            </SubmitButton>
          </>
        )}
      </Form>
      {/* Of the same form, so that what stands in the code's field stays there. */}
      <div className="form-links">
        <SubmitButton
          form={form.id}
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
          form={form.id}
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
    </section>
  );
}
