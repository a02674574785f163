import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FormOpening } from "~/domain/form-answer";
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
  opening: FormOpening;
  /** What is known already. */
  email?: string;
  /** Which of the two the screen wants: a free address (sign-up), or a registered one (find-password). */
  good: Known;
  /** The form's address. */
  action: string;
  hints: Record<Known | "missing" | "format", string>;
  /** Whether the button waits, where a script can tell, until the address will do. */
  waits?: boolean;
  /** The intent of its button, and the button's words. */
  intent: string;
  submit: string;
  /** Below the button. */
  more?: ReactNode;
}

/** A form of one e-mail address, which is checked while it is typed: where a sign-up and a lost password begin. */
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
  // The same address may be sent again after an error: the error may have been the server's.
  const isGood = isEdited ? state.is === good || state.is === "unchecked" : answer !== undefined;

  // A press while the address is being checked is one: nobody has to press again when it will do.
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
