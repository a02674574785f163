import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_PASSWORD, checkPassword, passwordChecks } from "~/domain/password-rules";
import { type FieldMeta, withoutErrors } from "~/components/form/field-parts";
import { LiveHint } from "~/components/form/live-hint";
import { PasswordField } from "~/components/form/password-field";
import { useEarlyInput } from "~/components/form/use-early-input";
import { useOnReset } from "~/components/form/use-form-done";
import { Icon } from "~/components/text/icon";

interface Texts {
  password: string;
  confirmation: string;
}

interface NewPasswordFieldsProps {
  password: FieldMeta;
  confirmation: FieldMeta;
  labels: Texts;
  /** Message at a field that is left empty. */
  missing: Texts;
  /** Called with both values on every input, for a form whose button stays off until the rules are met. */
  onChange?: (password: string, confirmation: string) => void;
}

/** Delay after blur in ms, so that a press outside the field lands before the layout shifts. */
const PAUSE_MS = 300;

export function NewPasswordFields({
  password,
  confirmation,
  labels,
  missing,
  onChange,
}: NewPasswordFieldsProps) {
  const { t } = useTranslation("account");
  const [typed, setTyped] = useState<Texts>({ password: "", confirmation: "" });
  const [left, setLeft] = useState<Partial<Record<keyof Texts, boolean>>>({});
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  // The server's error is about the submitted value. Once the field is edited, the checklist is newer.
  const [past, setPast] = useState<Partial<Record<keyof Texts, unknown>>>({});
  useOnReset(password.formId, () => setLeft({}));
  const metas = { password, confirmation };
  const metaOf = (which: keyof Texts) => {
    const meta = metas[which];
    return meta.errors && past[which] === meta.errors ? withoutErrors(meta) : meta;
  };
  const change = (next: typeof typed) => {
    for (const which of ["password", "confirmation"] as const) {
      if (next[which] !== typed[which]) setPast((before) => ({ ...before, [which]: metas[which].errors }));
    }
    setTyped(next);
    onChange?.(next.password, next.confirmation);
  };
  useEarlyInput(
    (first, second) => change({ password: first?.value ?? "", confirmation: second?.value ?? "" }),
    password.id,
    confirmation.id,
  );
  const leave = (which: keyof Texts) => () => {
    timers.current.push(setTimeout(() => setLeft((before) => ({ ...before, [which]: true })), PAUSE_MS));
  };
  const hint = (which: keyof Texts) => (
    <LiveHint
      {...(left[which] && typed[which] === "" && !metaOf(which).errors ? { text: missing[which] } : {})}
    />
  );
  return (
    <>
      <PasswordField
        meta={metaOf("password")}
        label={labels.password}
        autoComplete="new-password"
        maxLength={MAX_PASSWORD}
        required
        hint={
          <>
            {hint("password")}
            <span>{t("password.hint")}</span>
          </>
        }
        onBlur={leave("password")}
        onInput={(event) => change({ ...typed, password: event.currentTarget.value })}
      />
      <PasswordChecklist {...typed} />
      <PasswordField
        meta={metaOf("confirmation")}
        label={labels.confirmation}
        autoComplete="new-password"
        maxLength={MAX_PASSWORD}
        required
        hint={hint("confirmation")}
        onBlur={leave("confirmation")}
        onInput={(event) => change({ ...typed, confirmation: event.currentTarget.value })}
      />
    </>
  );
}

/**
 * Rules of a new password, ticked while the user types. Without scripts it is a plain list of the requirements; the
 * server checks the same rules.
 */
function PasswordChecklist({ password, confirmation }: { password: string; confirmation: string }) {
  const { t } = useTranslation("account");
  const state = checkPassword(password, confirmation);
  return (
    <ul className="rules">
      {passwordChecks.map((check) => (
        <li key={check} className={state[check] ? "ok" : undefined}>
          <Icon name={state[check] ? "ok" : "open"} size={18} />
          <span>
            {t(`rules.${check}`)}
            {state[check] ? <span className="sr"> {t("rules.ok")}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
