import type { SubmissionResult } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { checkEmail, type EmailProblem, readEmail } from "~/domain/email-rules";
import { suggestEmail } from "~/domain/email-suggestion";
import type { FormField } from "~/domain/form-fields";
import type { FormSetup } from "~/domain/form-setup";
import { dynamicKey } from "~/i18n/dynamic";
import { isOffline, type OfflineResult } from "../document/route-exports";
import { typeFor } from "../document/controls";
import { useHydrated } from "../document/use-hydrated";
import { useLatest } from "../document/use-latest";
import { Field, initialText, LiveHint, PAUSE_MS } from "../form/fields";
import { Honeypot } from "../form/honeypot";
import { PageForm, useFormActionData, usePageForm } from "../form/page-form";
import { SubmitButton } from "../form/submit-button";
import { ScriptButton } from "../text/elements";
import { useEarlyInput } from "../form/use-early-input";

type Known = "free" | "taken";

interface EmailCheckFormProps {
  fields: { email: FormField<string> };
  setup: FormSetup;
  email?: string;
  good: Known;
  action: string;
  /** Where the texts of the hints are in the name space `account`. */
  texts: "emailHint" | "find";
  /** If true, and scripts run, the button stays off until the address has the wanted result. */
  waits?: boolean;
  intent: string;
  submit: string;
}

export function EmailCheckForm(props: EmailCheckFormProps) {
  const { fields, setup, email = "", good, action, texts, waits = false, intent, submit } = props;
  const { t } = useTranslation("account");
  const hydrated = useHydrated();
  const actionData = useFormActionData(setup.name);
  const form = usePageForm(fields, setup, { defaultValue: { email } });
  const { id } = form.fields.email.meta;
  const { typed, is, message, isEdited, onInput, check, use, forget } = useEmailCheck(id, action);
  useEffect(() => {
    if (actionData) forget();
  }, [actionData, forget]);

  const known = is === good ? t(`${texts}.success`) : t(`${texts}.invalid`);
  const hints = {
    missing: t(`${texts}.missing`),
    format: t(`${texts}.format`),
    // The field itself says that the address is too long.
    long: undefined,
    free: known,
    taken: known,
  };
  const hint = is === "open" || is === "unchecked" ? message && dynamicKey(t, message) : hints[is];
  // After an error the same address may be submitted again: the error may have been the server's.
  const isGood = isEdited ? is === good || is === "unchecked" : actionData !== undefined;

  // A press during the check is remembered: the form is submitted once the check succeeds.
  const [isPressed, setPressed] = useState(false);
  const isDecided = isEdited && is !== "open";
  useEffect(() => {
    if (!isPressed || !isDecided) return;
    setPressed(false);
    const field = document.getElementById(id);
    if (isGood && field instanceof HTMLInputElement)
      field.form?.requestSubmit(field.form.querySelector<HTMLButtonElement>(`button[value="${intent}"]`));
  }, [isPressed, isDecided, isGood, id, intent]);
  const onWait = () => {
    setPressed(true);
    check();
  };
  return (
    <PageForm of={form} className="form-stack">
      <Honeypot of={setup.name} />
      <Field
        of={form.fields.email}
        onInput={(event) => {
          setPressed(false);
          onInput(event);
        }}
        onCompositionEnd={check}
        hint={
          <>
            <LiveHint ok={is === good} text={hint} />
            <Suggestion of={typed ?? initialText(form.fields.email.meta) ?? ""} onUse={use} />
          </>
        }
      />
      <SubmitButton
        name="intent"
        value={intent}
        wide
        onWait={waits && hydrated && !isGood ? onWait : undefined}
      >
        {submit}
      </SubmitButton>
    </PageForm>
  );
}

type CheckActionData = { hint?: Known; lastResult?: SubmissionResult } | OfflineResult;

/** React hook that checks the address in field `id` at `action`. Without scripts the form's action does on submit. */
function useEmailCheck(id: string, action: string) {
  const fetcher = useFetcher<CheckActionData>();
  const [typed, setTyped] = useState<string>();
  const [asked, setAsked] = useState<string>();
  // The fetcher is a new object on every render and must not restart the timer.
  const submit = useLatest(fetcher.submit);

  useEarlyInput((field) => {
    if (field?.value) setTyped(field.value);
  }, id);

  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => {
      setAsked(typed);
      if (!checkEmail(typed)) {
        submit.current({ intent: "check-email", email: readEmail(typed) }, { method: "post", action });
      }
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, action, submit]);

  const forget = useCallback(() => {
    setTyped(undefined);
    setAsked(undefined);
  }, []);

  return {
    ...stateOf(typed, asked, fetcher),
    typed,
    isEdited: typed !== undefined,
    onInput(event: FormEvent<HTMLInputElement>) {
      // An input method is composing; the value is not final.
      if (!(event.nativeEvent as InputEvent).isComposing) setTyped(event.currentTarget.value);
    },
    check() {
      const field = document.getElementById(id);
      setTyped(field instanceof HTMLInputElement ? field.value : "");
    },
    /** Puts an address in the field's place. */
    use(email: string) {
      const field = document.getElementById(id);
      if (field instanceof HTMLInputElement) typeFor(field, email);
      field?.focus();
    },
    forget,
  };
}

/** Asks whether another address was meant (gmial.com: gmail.com). Without scripts after the form was sent. */
function Suggestion({ of: typed, onUse }: { of: string; onUse: (email: string) => void }) {
  const { t } = useTranslation("account");
  const suggestion = suggestEmail(typed);
  return (
    <span role="status">
      {suggestion === undefined ? null : (
        <>
          <span>{t("emailHint.suggest", { suggestion })} </span>
          <ScriptButton className="link" onClick={() => onUse(suggestion)}>
            {t("emailHint.useSuggestion", { suggestion })}
          </ScriptButton>
        </>
      )}
    </span>
  );
}

/** `unchecked`: the check failed; the form's action validates on submit. */
function stateOf(
  typed: string | undefined,
  asked: string | undefined,
  { state, data }: { state: string; data?: CheckActionData | undefined },
): { is: "open" | EmailProblem | Known | "unchecked"; message?: string | undefined } {
  if (typed === undefined || typed !== asked) return { is: "open" };
  const problem = checkEmail(typed);
  if (problem) return { is: problem };
  if (state === "submitting" || !data) return { is: "open" };
  if (isOffline(data)) return { is: "unchecked" };
  // A stale response, about an earlier address.
  if (data.lastResult?.initialValue?.["email"] !== readEmail(typed)) return { is: "open" };
  return data.hint ? { is: data.hint } : { is: "unchecked", message: data.lastResult.error?.[""]?.[0] };
}
