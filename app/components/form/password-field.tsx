import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FieldFrame, type FieldProps, useDeclared, useLengthHint, wiring, withLengthHint } from "./fields";
import { MAX_PASSWORD, MIN_PASSWORD } from "~/domain/password-rules";
import { Icon, ScriptButton } from "../text/elements";
import { setControl } from "../document/controls";
import { useOnReset } from "./use-form-done";

interface PasswordFieldProps extends FieldProps {
  /** Response that invalidates the current value; a new one clears the field. */
  clearedBy?: object | undefined;
}

/** For password managers that generate one (Apple's `passwordrules`): the rules of domain/password-rules.ts. */
const generatedPasswords = {
  passwordrules: `minlength: ${MIN_PASSWORD}; maxlength: ${MAX_PASSWORD}; required: digit; required: [-!#$%&*+.:=?@^_~];`,
};

/** Password field. The server never fills it in; scripts add a button that shows the value. */
export function PasswordField({ clearedBy, ...props }: PasswordFieldProps) {
  const { t } = useTranslation("common");
  const [shown, setShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { meta } = props.of;
  const { hint: length, look, forget } = useLengthHint(meta.id, props.of.field);
  const {
    frame,
    control: { defaultValue: _, ...input },
  } = useDeclared(props);
  const hint = withLengthHint(length, frame.hint);
  useEffect(() => {
    if (clearedBy && field.current) setControl(field.current, "", { isSilent: true });
  }, [clearedBy]);
  useOnReset(meta.formId, () => {
    setShown(false);
    forget();
  });
  return (
    <FieldFrame {...frame} hint={hint}>
      <div className="with-btn">
        <input
          ref={field}
          className="input"
          autoCapitalize="none"
          spellCheck={false}
          {...(input.autoComplete === "new-password" ? generatedPasswords : {})}
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
