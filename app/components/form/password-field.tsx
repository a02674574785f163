import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FieldFrame, type FieldProps, wiring } from "./fields";
import { Icon, ScriptButton } from "../text/elements";
import { setControl } from "../document/controls";
import { useOnReset } from "./use-form-done";

interface PasswordFieldProps extends FieldProps {
  /** Response that invalidates the current value; a new one clears the field. */
  clearedBy?: object | undefined;
}

/** Password field. The server never fills it in; scripts add a button that shows the value. */
export function PasswordField({ meta, label, hint, clearedBy, ...input }: PasswordFieldProps) {
  const { t } = useTranslation("common");
  const [shown, setShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (clearedBy && field.current) setControl(field.current, "", { isSilent: true });
  }, [clearedBy]);
  useOnReset(meta.formId, () => setShown(false));
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
