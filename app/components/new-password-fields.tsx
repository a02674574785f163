import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_PASSWORD } from "~/domain/password-rules";
import type { FieldMeta } from "./field-parts";
import { PasswordChecklist } from "./password-checklist";
import { PasswordField } from "./password-field";
import { useEarlyInput } from "./use-early-input";

interface NewPasswordFieldsProps {
  password: FieldMeta;
  confirmation: FieldMeta;
  labels: { password: string; confirmation: string };
  /** Told both at every key, for a form whose button waits until the rules hold. */
  onChange?: (password: string, confirmation: string) => void;
}

/** A new password, the same again, and the checklist between them. */
export function NewPasswordFields({ password, confirmation, labels, onChange }: NewPasswordFieldsProps) {
  const { t } = useTranslation("account");
  const [typed, setTyped] = useState({ password: "", confirmation: "" });
  const change = (next: typeof typed) => {
    setTyped(next);
    onChange?.(next.password, next.confirmation);
  };
  useEarlyInput(
    (first, second) => change({ password: first?.value ?? "", confirmation: second?.value ?? "" }),
    password.id,
    confirmation.id,
  );
  return (
    <>
      <PasswordField
        meta={password}
        label={labels.password}
        autoComplete="new-password"
        maxLength={MAX_PASSWORD}
        required
        hint={t("password.hint")}
        onInput={(event) => change({ ...typed, password: event.currentTarget.value })}
      />
      <PasswordChecklist {...typed} />
      <PasswordField
        meta={confirmation}
        label={labels.confirmation}
        autoComplete="new-password"
        maxLength={MAX_PASSWORD}
        required
        onInput={(event) => change({ ...typed, confirmation: event.currentTarget.value })}
      />
    </>
  );
}
