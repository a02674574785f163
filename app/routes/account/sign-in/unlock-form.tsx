import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormMarks } from "~/components/form/hidden-fields";
import { StepHeading } from "~/components/form/step-heading";
import { SubmitButton } from "~/components/form/submit-button";
import { Link } from "~/components/text/link";
import type { FormSetup } from "~/domain/form-answer";
import { paths } from "~/domain/paths";
import type { SignInStep } from "./conclude.server";

interface UnlockFormProps {
  /** The sign-in form's setup; the sign-in form is shown again if this form could not be submitted. */
  opening: FormSetup;
  answer: SignInStep;
  redirectTo: string;
}

/**
 * WEB-011: tells that the account is locked and asks before a mail is sent. A separate step, so that it works without
 * scripts.
 */
export function UnlockForm({ opening, answer, redirectTo }: UnlockFormProps) {
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
      <Link className="link" to={paths.signIn(redirectTo)} reloadDocument>
        {t("account:signIn.notNow")}
      </Link>
    </section>
  );
}
