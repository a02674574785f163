import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FormSetup } from "~/domain/form-answer";
import { MAX_EMAIL } from "~/domain/email-rules";
import { dynamicKey } from "~/i18n/dynamic";
import { Field } from "../form/field";
import { Honeypot } from "../form/honeypot";
import { LiveHint } from "../form/live-hint";
import { PageForm } from "../form/page-form";
import { SubmitButton } from "../form/submit-button";
import { type Known, useEmailCheck } from "./use-email-check";
import { useFormAnswer, usePageForm } from "../form/use-page-form";
import { useHydrated } from "../document/use-hydrated";

interface EmailCheckFormProps {
  opening: FormSetup;
  email?: string;
  /** The result that allows a submission: "free" for sign-up, "taken" (registered) for find-password. */
  good: Known;
  action: string;
  hints: Record<Known | "missing" | "format", string>;
  /** If true, and scripts run, the button stays off until the address has the wanted result. */
  waits?: boolean;
  intent: string;
  submit: string;
  more?: ReactNode;
}

/**
 * Form with one e-mail address that is checked while the user types; the first step of sign-up and of find-password.
 */
export function EmailCheckForm(props: EmailCheckFormProps) {
  const { opening, email = "", good, action, hints, waits = false, intent, submit, more } = props;
  const { t } = useTranslation("account");
  const hydrated = useHydrated();
  const answer = useFormAnswer(opening.name);
  const form = usePageForm<"email">(opening, { defaultValue: { email } });
  const { fields } = form;
  const { state, isEdited, onInput, check, forget } = useEmailCheck(fields.email.id, action);
  useEffect(() => {
    if (answer) forget();
  }, [answer, forget]);

  const live =
    state.is === "open"
      ? {}
      : state.is === "unchecked"
        ? state.message
          ? { ok: false, text: dynamicKey(t, state.message) }
          : {}
        : { ok: state.is === good, text: hints[state.is] };
  // After an error the same address may be submitted again: the error may have been the server's.
  const isGood = isEdited ? state.is === good || state.is === "unchecked" : answer !== undefined;

  // A press during the check is remembered: the form is submitted once the check succeeds.
  const [isPressed, setPressed] = useState(false);
  const isDecided = isEdited && state.is !== "open";
  useEffect(() => {
    if (!isPressed || !isDecided) return;
    setPressed(false);
    const field = document.getElementById(fields.email.id);
    if (isGood && field instanceof HTMLInputElement)
      field.form?.requestSubmit(field.form.querySelector<HTMLButtonElement>(`button[value="${intent}"]`));
  }, [isPressed, isDecided, isGood, fields.email.id, intent]);
  return (
    <PageForm of={form} className="form-stack">
      <Honeypot />
      <Field
        meta={fields.email}
        label={t("signIn.email")}
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={MAX_EMAIL}
        required
        onInput={(event) => {
          setPressed(false);
          onInput(event);
        }}
        onCompositionEnd={check}
        hint={<LiveHint {...live} />}
      />
      <SubmitButton
        name="intent"
        value={intent}
        wide
        onWait={
          waits && hydrated && !isGood
            ? () => {
                setPressed(true);
                check();
              }
            : undefined
        }
      >
        {submit}
      </SubmitButton>
      {more}
    </PageForm>
  );
}
