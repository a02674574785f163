import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/components/error-summary";
import { Field } from "~/components/field";
import { LiveHint } from "~/components/live-hint";
import { SubmitButton } from "~/components/submit-button";
import { checkCode } from "~/domain/auth-code";
import { Countdown } from "./countdown";
import type { SignUpStage } from "./stages";

/** accounts-and-store.md section 9: the code is checked after this pause in typing. */
const PAUSE_MS = 300;

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
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <section className="panel form-panel">
      <h2>{t("signUp.code.title")}</h2>
      <p className="soft">{t("signUp.code.text", { email })}</p>
      <Form method="post" {...getFormProps(form)} className="form-stack">
        <ErrorSummary form={form} fields={fields} />
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
              meta={fields.authCode}
              label={t("code.label")}
              inputMode="numeric"
              autoComplete="one-time-code"
              // Room for the spaces and hyphens of a pasted code; the server takes them out.
              maxLength={12}
              required
              hint={<Countdown initial={secondsLeft} />}
              onInput={(event) => {
                clearTimeout(timer.current);
                const { form: element, value } = event.currentTarget;
                if (checkCode(value)) return;
                // All six are there: the check goes out by itself, as the specification has it.
                timer.current = setTimeout(() => {
                  // By its button, because the button carries the intent.
                  element?.requestSubmit(element.querySelector<HTMLButtonElement>("button[type=submit]"));
                }, PAUSE_MS);
              }}
            />
            <SubmitButton name="intent" value="verify" wide>
              {t("signUp.code.submit")}
            </SubmitButton>
          </>
        )}
      </Form>
      <Form method="post" className="form-links">
        <SubmitButton name="intent" value="resend" look="line" size="small" disabled={verified}>
          {t("code.resend")}
        </SubmitButton>
        <SubmitButton name="intent" value="change-email" look="line" size="small">
          {t("signUp.code.changeEmail")}
        </SubmitButton>
      </Form>
      <p className="small soft">{t("signUp.code.spam")}</p>
    </section>
  );
}
