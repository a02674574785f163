import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { checkPassword, passwordChecks } from "~/domain/password-rules";
import { dynamicKey } from "~/i18n/dynamic";
import { type BoundField, LiveHint, PAUSE_MS } from "../form/fields";
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
const noTexts: Texts = { password: "", confirmation: "" };

interface NewPasswordFieldsProps {
  password: BoundField;
  confirmation: BoundField;
  /** Called with both values on every input, for a form whose button stays off until the rules are met. */
  onChange?: (password: string, confirmation: string) => void;
}

export function NewPasswordFields({ onChange, ...fields }: NewPasswordFieldsProps) {
  const { t } = useTranslation("account");
  const [typed, setTyped] = useState(noTexts);
  // Several inputs of one task (a reset, a password manager) come before the next render.
  const current = useRef(noTexts);
  const [left, setLeft] = useState<Partial<Record<keyof Texts, boolean>>>({});
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  /** Id of the field that had the focus when the form was reset: the visitor has not left it empty. */
  const emptied = useRef<string>();
  const stopTimers = () => timers.current.splice(0).forEach(clearTimeout);
  useEffect(() => () => stopTimers(), []);
  useOnReset(fields.password.meta.formId, () => {
    stopTimers();
    setLeft({});
    emptied.current = document.activeElement?.id;
  });
  const change = (part: Partial<Texts>) => {
    current.current = { ...current.current, ...part };
    setTyped(current.current);
    onChange?.(current.current.password, current.current.confirmation);
  };
  useEarlyInput(
    (first, second) => change({ password: first?.value ?? "", confirmation: second?.value ?? "" }),
    fields.password.meta.id,
    fields.confirmation.meta.id,
  );
  const field = (name: keyof Texts) => {
    const { field: declared, meta } = fields[name];
    const empty = left[name] && typed[name] === "" && !meta.errors ? declared.read("") : undefined;
    return (
      <PasswordField
        of={fields[name]}
        hint={
          <>
            <LiveHint text={empty && "problem" in empty ? dynamicKey(t, empty.problem) : undefined} />
            {name === "password" ? <span>{t("password.hint")}</span> : null}
          </>
        }
        // Delayed, so that a press outside the field lands before the layout shifts.
        onBlur={({ currentTarget: { id } }) => {
          const isEmptied = emptied.current === id;
          emptied.current = undefined;
          if (isEmptied) return;
          timers.current.push(setTimeout(() => setLeft((before) => ({ ...before, [name]: true })), PAUSE_MS));
        }}
        onInput={({ currentTarget: { value } }) => {
          if (value !== "") emptied.current = undefined;
          change({ [name]: value });
        }}
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
