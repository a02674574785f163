import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { checkPassword, passwordChecks } from "~/domain/password-rules";
import { type FieldMeta, LiveHint, PAUSE_MS } from "../form/fields";
import { PasswordField } from "../form/password-field";
import { useEarlyInput } from "../form/use-early-input";
import { useOnReset } from "../form/use-form-done";
import { Icon } from "../text/elements";

/** The account's address, for password managers, which store it with the new password. */
export function AccountEmail(props: { id: string; name?: string; value: string }) {
  const { t } = useTranslation("account");
  return (
    <div className="field">
      <label htmlFor={props.id}>{t("signIn.email")}</label>
      <input {...props} className="input" type="email" autoComplete="username" readOnly />
    </div>
  );
}

type Texts = Record<"password" | "confirmation", string>;

interface NewPasswordFieldsProps {
  password: FieldMeta;
  confirmation: FieldMeta;
  labels: Texts;
  missing: Texts;
  /** Called with both values on every input, for a form whose button stays off until the rules are met. */
  onChange?: (password: string, confirmation: string) => void;
}

export function NewPasswordFields({ labels, missing, onChange, ...metas }: NewPasswordFieldsProps) {
  const { t } = useTranslation("account");
  const [typed, setTyped] = useState<Texts>({ password: "", confirmation: "" });
  const [left, setLeft] = useState<Partial<Record<keyof Texts, boolean>>>({});
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  useOnReset(metas.password.formId, () => setLeft({}));
  const change = (next: Texts) => {
    setTyped(next);
    onChange?.(next.password, next.confirmation);
  };
  useEarlyInput(
    (first, second) => change({ password: first?.value ?? "", confirmation: second?.value ?? "" }),
    metas.password.id,
    metas.confirmation.id,
  );
  const field = (name: keyof Texts) => {
    const isMissing = left[name] && typed[name] === "" && !metas[name].errors;
    return (
      <PasswordField
        meta={metas[name]}
        label={labels[name]}
        autoComplete="new-password"
        required
        hint={
          <>
            <LiveHint text={isMissing ? missing[name] : undefined} />
            {name === "password" ? <span>{t("password.hint")}</span> : null}
          </>
        }
        // Delayed, so that a press outside the field lands before the layout shifts.
        onBlur={() => {
          timers.current.push(setTimeout(() => setLeft((before) => ({ ...before, [name]: true })), PAUSE_MS));
        }}
        onInput={({ currentTarget }) => change({ ...typed, [name]: currentTarget.value })}
      />
    );
  };
  return (
    <>
      {field("password")}
      <PasswordChecklist {...typed} />
      {field("confirmation")}
    </>
  );
}

function PasswordChecklist({ password, confirmation }: Texts) {
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
