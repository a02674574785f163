import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "~/components/form/fields";
import { EmailCheckForm } from "~/components/account/email-check-form";
import { StepIsland } from "~/components/account/step-island";
import { NameFields } from "~/components/account/name-fields";
import { AccountEmail, NewPasswordFields } from "~/components/account/new-password-fields";
import { PageForm, usePageForm } from "~/components/form/page-form";
import { StepHeading } from "~/components/form/step-heading";
import { SubmitButton } from "~/components/form/submit-button";
import { ButtonLink, TextLink } from "~/components/text/elements";
import type { FormSetup } from "~/domain/form-setup";
import { memberName } from "~/domain/member-name";
import { paths } from "~/domain/paths";
import type { SignUpState } from "#server/session/session-data";
import { detailsFields, emailFields } from "./form";

export interface StepProps {
  /** Setup of the step's form; after the last step of the first one's, to register another account. */
  form: FormSetup;
  stage: SignUpState["stage"];
  email: string;
  firstName: string;
  lastName: string;
  /** Null if the time of the code request is unknown: the code was requested in another browser. */
  secondsLeft: number | null;
  /** Until when the code works, and from when another one may be requested; `secondsLeft` says when it is null. */
  sent: { until: string; again: string; againInSeconds: number } | null;
}

const steps = ["email", "code", "details", "done"] as const;

export function StepBar({ stage }: { stage: SignUpState["stage"] }) {
  const { t } = useTranslation("account");
  const current = steps.indexOf(stage === "verified" ? "code" : stage);
  return (
    <div className="step-line">
      <ol>
        {steps.map((step, index) => (
          <li
            key={step}
            className={index <= current ? "done" : undefined}
            {...(index === current ? { "aria-current": "step" as const } : {})}
          >
            <span className="sr">{t(`signUp.steps.${step}`)}</span>
          </li>
        ))}
      </ol>
      <b aria-hidden="true">
        {current + 1} / {steps.length} {t(`signUp.steps.${steps[current] ?? "email"}`)}
      </b>
    </div>
  );
}

/** Step 0: asks for the address. Submitting it requests the code, so reloading step 1 does not send another one. */
export function EmailStep({ form: setup, email }: StepProps) {
  const { t } = useTranslation("account");
  return (
    <>
      <StepHeading>{t("signUp.title")}</StepHeading>
      <p className="split__lead" data-marked="">
        {t("signUp.email.text")}
      </p>
      <EmailCheckForm
        fields={emailFields}
        setup={setup}
        email={email}
        good="free"
        action={paths.signUp}
        texts="emailHint"
        intent="send-code"
        submit={t("signUp.email.submit")}
      />
      <p className="form-links">
        <TextLink to={paths.signIn()}>{t("signUp.haveAccount")}</TextLink>
      </p>
    </>
  );
}

export function DetailsStep({ form: setup, email }: StepProps) {
  const { t } = useTranslation("account");
  const form = usePageForm(detailsFields, setup);
  const { fields } = form;
  return (
    <>
      <StepHeading>{t("signUp.details.title")}</StepHeading>
      <PageForm of={form} className="form-stack">
        <AccountEmail id="details-email" name="email" value={email} />
        <NewPasswordFields password={fields.password} confirmation={fields.passwordConfirm} />
        <NameFields of={fields} />
        <Checkbox of={fields.agreement} />
        <p className="form-links small">
          <TextLink to={paths.termsOfUse} target="_blank">
            {t("agreement.terms")}
          </TextLink>
          <TextLink to={paths.privacyPolicy} target="_blank">
            {t("agreement.privacy")}
          </TextLink>
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

export function DoneStep({ form, firstName, lastName }: StepProps) {
  const { t, i18n } = useTranslation("account");
  return (
    <>
      <StepIsland stage="done" />
      <StepHeading>
        {t("signUp.done.title", { name: memberName({ firstName, lastName }, i18n.language) })}
      </StepHeading>
      <p>{t("signUp.done.text")}</p>
      <ButtonLink to={paths.signIn()} wide>
        {t("signUp.done.signIn")}
      </ButtonLink>
      <Form method="post" id={form.name}>
        <SubmitButton name="intent" value="change-email" look="line" size="small" wide>
          {t("signUp.done.another")}
        </SubmitButton>
      </Form>
    </>
  );
}
