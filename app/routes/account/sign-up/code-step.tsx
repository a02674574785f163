import { useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useResendWait } from "~/components/account/use-resend-wait";
import { Field, LiveHint, PAUSE_MS, withErrors } from "~/components/form/fields";
import { PageForm, type PageFormState, useFormActionData, usePageForm } from "~/components/form/page-form";
import { StepHeading } from "~/components/form/step-heading";
import { SubmitButton } from "~/components/form/submit-button";
import { suggestEmail } from "~/domain/email-suggestion";
import { Alert } from "~/components/text/elements";
import { checkCode, codeMessage, countdown, nextTick } from "~/domain/auth-code";
import { webMessage } from "~/domain/message-codes";
import { dynamicKey } from "~/i18n/dynamic";
import { codeFields } from "./form";
import type { StepProps } from "./steps";

/**
 * Shows how long the code is still valid, from the server's count, so that the visitor's clock does not matter. With
 * scripts it updates every minute above 120 s and every second below (accounts-and-store.md section 4).
 */
function Countdown({ initial }: { initial: number }) {
  const { t } = useTranslation("account");
  const [seconds, setSeconds] = useState(initial);

  useEffect(() => {
    // Differences of Date.now(), unlike those of performance.now(), include the time a laptop sleeps.
    const end = Date.now() + initial * 1000;
    setSeconds(initial);
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const left = Math.max(0, Math.round((end - Date.now()) / 1000));
      setSeconds(left);
      if (left > 0) timer = setTimeout(tick, nextTick(left) * 1000);
    };
    timer = setTimeout(tick, nextTick(initial) * 1000);
    return () => clearTimeout(timer);
  }, [initial]);

  const { unit, value } = countdown(seconds);
  return (
    <>
      {seconds > 0 ? <span>{t(`code.left.${unit}`, { count: value })}</span> : null}
      {/* A screen reader announces only the end of the time, not every second. */}
      <LiveHint {...(seconds > 0 ? {} : { text: dynamicKey(t, webMessage("023")) })} />
    </>
  );
}

/**
 * React hook that submits six digits 300 ms after the last input (accounts-and-store.md section 5) and shows a hint for
 * anything else, also on blur. New action data clears the hint: the server's message is shown.
 */
function useCodeCheck(actionData: unknown) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [problem, setProblem] = useState<string>();
  const [isEdited, setEdited] = useState(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => stop(), []);
  // Cancels the automatic submit if Enter or the button has submitted the form.
  const { state } = useNavigation();
  useEffect(() => {
    if (state !== "idle") stop();
  }, [state]);
  useEffect(() => {
    stop();
    setProblem(undefined);
    setEdited(false);
  }, [actionData]);

  function look(input: HTMLInputElement) {
    const found = checkCode(input.value);
    setProblem(found && codeMessage(found));
    const { form } = input;
    // Submits with the form's button, which carries the intent.
    if (!found) form?.requestSubmit(form.querySelector<HTMLButtonElement>("button[type=submit]"));
  }

  function onInput(event: FormEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    stop();
    // Ignore the intermediate text of an input method; compositionend follows.
    if ((event.nativeEvent as InputEvent).isComposing) return;
    setEdited(true);
    setProblem(undefined);
    timer.current = setTimeout(() => look(input), PAUSE_MS);
  }

  return {
    problem,
    watch: {
      onInput,
      onCompositionEnd: onInput,
      onBlur: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
        if (!isEdited || checkCode(currentTarget.value) === undefined) return;
        stop();
        // Delayed: the error moves the content below it, and the click that caused the blur must land first.
        timer.current = setTimeout(() => look(currentTarget), PAUSE_MS);
      },
    },
  };
}

/** The form without the message that another code cannot be sent yet, once it can. */
function withoutCooldown(form: PageFormState): PageFormState {
  const { authCode } = form.fields;
  if (authCode?.meta.errors?.[0] !== webMessage("024")) return form;
  const meta = withErrors(authCode.meta);
  return {
    ...form,
    edited: new Set([...form.edited, "authCode"]),
    fields: { ...form.fields, authCode: { ...authCode, meta } },
  };
}

/** Step 1: asks for the six digits from the mail. After verification the field is locked. */
export function CodeStep({ form: setup, stage, email, secondsLeft, sent }: StepProps) {
  const { t } = useTranslation("account");
  const verified = stage === "verified";
  const suggestion = suggestEmail(email);
  const waits = useResendWait(sent);
  const typed = usePageForm(codeFields, setup);
  const form = waits ? typed : withoutCooldown(typed);
  const { problem, watch } = useCodeCheck(useFormActionData(setup.name));
  // Further buttons submit the same form, so that the code field keeps its input.
  const ofSameForm = {
    form: setup.name,
    formNoValidate: true,
    name: "intent",
    look: "line",
    size: "small",
  } as const;
  return (
    <>
      <StepHeading>{t("signUp.code.title")}</StepHeading>
      <p className="split__lead">
        {sent
          ? t(waits && !verified ? "signUp.code.sentTo" : "signUp.code.sentUntil", { email, ...sent })
          : t("signUp.code.text", { email })}
      </p>
      {suggestion === undefined || verified ? null : (
        // The address may be changed with the button below the form, which works without scripts.
        <Alert>{t("emailHint.suggest", { suggestion })}</Alert>
      )}
      <PageForm of={form} className="form-stack">
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
              // Allows the spaces and hyphens of a pasted code; the server removes them.
              of={form.fields.authCode}
              hint={
                <>
                  <LiveHint {...(problem ? { text: dynamicKey(t, problem) } : {})} />
                  {secondsLeft === null ? null : <Countdown initial={secondsLeft} />}
                </>
              }
              {...watch}
            />
            <SubmitButton name="intent" value="verify" wide>
              {t("signUp.code.submit")}
            </SubmitButton>
          </>
        )}
      </PageForm>
      <div className="form-links">
        <SubmitButton {...ofSameForm} value="resend" disabled={verified}>
          {t("code.resend")}
        </SubmitButton>
        <SubmitButton {...ofSameForm} value="change-email">
          {t("signUp.code.changeEmail")}
        </SubmitButton>
      </div>
      <p className="small soft">{t("signUp.code.spam")}</p>
    </>
  );
}
