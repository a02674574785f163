import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "~/components/form/fields";
import { EmailCheckForm } from "~/components/account/email-check-form";
import { NameFields, useNames } from "~/components/account/name-fields";
import { NewPasswordFields } from "~/components/account/new-password-fields";
import { PageForm, useFormAnswer, usePageForm } from "~/components/form/page-form";
import { StepHeading } from "~/components/form/step-heading";
import { SubmitButton } from "~/components/form/submit-button";
import { ButtonLink, Link } from "~/components/text/elements";
import type { FormAnswer, FormSetup } from "~/domain/form-answer";
import { memberName } from "~/domain/member-name";
import { paths } from "~/domain/paths";
import type { SignUpState } from "#server/session/session-data";

const steps = ["email", "code", "details", "done"] as const;

/** Shows the progress through the four steps: a bar per step and the name of the current one. */
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

type DetailsField = "password" | "passwordConfirm" | "lastName" | "firstName" | "agreement";

export function DetailsStep({ opening, email }: { opening: FormSetup; email: string }) {
  const { t } = useTranslation("account");
  const form = usePageForm<DetailsField>(opening);
  const { fields } = form;
  const { password, passwordConfirm, agreement } = fields;
  const { order, labels } = useNames();
  return (
    <>
      <StepHeading>{t("signUp.details.title")}</StepHeading>
      <PageForm
        of={form}
        className="form-stack"
        // Order of the error summary's links, the same as on the page.
        order={["password", "passwordConfirm", ...order, "agreement"]}
        labels={labels}
      >
        <div className="field">
          <label htmlFor="details-email">{t("signIn.email")}</label>
          {/* For password managers, which store the address with the new password. */}
          <input
            id="details-email"
            name="email"
            className="input"
            type="email"
            autoComplete="username"
            value={email}
            readOnly
          />
        </div>
        <NewPasswordFields
          password={password}
          confirmation={passwordConfirm}
          labels={{ password: t("signIn.password"), confirmation: t("password.confirm") }}
          missing={{ password: t("password.missing"), confirmation: t("password.confirmMissing") }}
        />
        <NameFields firstName={fields.firstName} lastName={fields.lastName} />
        <Checkbox meta={agreement} label={t("agreement.label")} required />
        <p className="form-links small">
          <Link className="link" to={paths.termsOfUse} target="_blank">
            {t("agreement.terms")}
          </Link>
          <Link className="link" to={paths.privacyPolicy} target="_blank">
            {t("agreement.privacy")}
          </Link>
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

interface DoneStepProps {
  /** Setup of the first step's form, in case the visitor wants to register another account. */
  opening: FormSetup;
  firstName: string;
  lastName: string;
}

export function DoneStep({ opening, firstName, lastName }: DoneStepProps) {
  const { t, i18n } = useTranslation("account");
  return (
    <>
      <img className="mx-auto" src="/art/cast/akari-welcome.svg" width={168} height={182} alt="" />
      <StepHeading>
        {t("signUp.done.title", { name: memberName({ firstName, lastName }, i18n.language) })}
      </StepHeading>
      <p>{t("signUp.done.text")}</p>
      <ButtonLink to={paths.signIn()} wide>
        {t("signUp.done.signIn")}
      </ButtonLink>
      <Form method="post" id={opening.name}>
        <SubmitButton name="intent" value="change-email" look="line" size="small" wide>
          {t("signUp.done.another")}
        </SubmitButton>
      </Form>
    </>
  );
}
