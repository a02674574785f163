import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/page/button-link";
import { StepHeading } from "~/components/form/step-heading";
import { SubmitButton } from "~/components/form/submit-button";
import type { FormSetup } from "~/domain/form-answer";
import { memberName } from "~/domain/member-name";
import { paths } from "~/domain/paths";

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
