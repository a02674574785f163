import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_PASSWORD } from "~/domain/password-rules";
import { readPassword } from "~/domain/readers";
import { FieldFrame, type FieldProps, useLengthHint, wiring, withLengthHint } from "./fields";
import { Icon, ScriptButton } from "../text/elements";
import { setControl } from "../document/controls";
import { useOnReset } from "./use-form-done";

interface PasswordFieldProps extends FieldProps {
  /** Response that invalidates the current value; a new one clears the field. */
  clearedBy?: object | undefined;
}

/** Password field. The server never fills it in; scripts add a button that shows the value. */
export function PasswordField({ meta, label, hint: text, clearedBy, ...input }: PasswordFieldProps) {
  const { t } = useTranslation("common");
  const [shown, setShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { hint: length, look, forget } = useLengthHint(meta.id, MAX_PASSWORD, readPassword);
  const hint = withLengthHint(length, text);
  useEffect(() => {
    if (clearedBy && field.current) setControl(field.current, "", { isSilent: true });
  }, [clearedBy]);
  useOnReset(meta.formId, () => {
    setShown(false);
    forget();
  });
  return (
    <FieldFrame meta={meta} label={label} hint={hint}>
      <div className="with-btn">
        <input
          ref={field}
          className="input"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...wiring(meta, hint)}
          onInput={(event) => {
            look(event);
            input.onInput?.(event);
          }}
          type={shown ? "text" : "password"}
        />
        <ScriptButton
          aria-pressed={shown}
          aria-controls={meta.id}
          aria-label={t("form.showPassword")}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eye-off" : "eye"} size={22} />
        </ScriptButton>
      </div>
    </FieldFrame>
  );
}
