import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { MAX_EMAIL } from "~/domain/email-rules";
import { dynamicKey } from "~/i18n/dynamic";
import { ErrorSummary } from "../form/error-summary";
import { Field } from "../form/field";
import { withoutErrors } from "../form/field-parts";
import { Honeypot } from "../form/honeypot";
import { LiveHint } from "../form/live-hint";
import { SubmitButton } from "../form/submit-button";
import { type Known, useEmailCheck } from "./use-email-check";
import { useHydrated } from "../document/use-hydrated";

interface EmailCheckFormProps {
  id: string;
  lastResult: SubmissionResult | undefined;
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
}

/** A form of one e-mail address, which is checked while it is typed: where a sign-up and a lost password begin. */
export function EmailCheckForm(props: EmailCheckFormProps) {
  const { id, lastResult, email = "", good, action, hints, waits = false, intent, submit } = props;
  const { t } = useTranslation("account");
  const hydrated = useHydrated();
  const [form, fields] = useForm<{ email: string }>({
    id,
    lastResult: lastResult ?? null,
    defaultValue: { email },
  });
  const { state, isEdited, onInput, check, forget } = useEmailCheck(fields.email.id, action);
  useEffect(() => {
    if (lastResult) forget();
  }, [lastResult, forget]);

  const live =
    state.is === "open"
      ? {}
      : state.is === "unchecked"
        ? state.message
          ? { ok: false, text: dynamicKey(t, state.message) }
          : {}
        : { ok: state.is === good, text: hints[state.is] };
  // What the server just answered about may be sent once more: it may have been its own fault.
  const isGood = isEdited ? state.is === good || state.is === "unchecked" : lastResult !== undefined;
  return (
    <Form method="post" {...getFormProps(form)} className="form-stack">
      {/* What the server said of the address before this one is no longer about what stands there. */}
      {isEdited ? null : <ErrorSummary form={form} fields={fields} />}
      <Honeypot />
      <Field
        meta={isEdited ? withoutErrors(fields.email) : fields.email}
        label={t("signIn.email")}
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={MAX_EMAIL}
        required
        onInput={onInput}
        onCompositionEnd={check}
        hint={<LiveHint {...live} />}
      />
      <SubmitButton
        name="intent"
        value={intent}
        wide
        onWait={waits && hydrated && !isGood ? check : undefined}
      >
        {submit}
      </SubmitButton>
    </Form>
  );
}
