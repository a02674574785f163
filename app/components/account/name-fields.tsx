import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { checkName, nameMessage } from "~/domain/name-rules";
import { dynamicKey } from "~/i18n/dynamic";
import { Field, type FieldMeta, LiveHint, PAUSE_MS } from "../form/fields";

type Name = "firstName" | "lastName";

/** React hook that returns the order of the name fields in the page's language, and their labels. */
export function useNames() {
  const { t, i18n } = useTranslation("account");
  const order: Name[] = i18n.language === "en" ? ["firstName", "lastName"] : ["lastName", "firstName"];
  return { order, labels: { firstName: t("name.first"), lastName: t("name.last") } };
}

export function NameFields(metas: Record<Name, FieldMeta>) {
  const { order, labels } = useNames();
  return (
    <div className="form__row">
      {order.map((name) => (
        <NameField key={name} name={name} meta={metas[name]} label={labels[name]} />
      ))}
    </div>
  );
}

/** Validates while the user types, like the server. A missing name is only reported after blur. */
function NameField({ name, meta, label }: { name: Name; meta: FieldMeta; label: string }) {
  const { t } = useTranslation(["account", "errors"]);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => clearTimeout(timer.current), []);

  function look({ currentTarget: input, nativeEvent, type }: FormEvent<HTMLInputElement>) {
    clearTimeout(timer.current);
    // An input method is composing; the value is not final.
    if ((nativeEvent as InputEvent).isComposing) return;
    const found = checkName(input.value);
    const message = found && nameMessage(found, name, input.value);
    if (found === "missing" && type === "input") setProblem(undefined);
    // Delayed, so that the layout does not shift under a press outside the field.
    else timer.current = setTimeout(() => setProblem(message), PAUSE_MS);
  }
  const hint = problem && !meta.errors && dynamicKey(t, problem);
  return (
    <Field
      meta={meta}
      label={label}
      autoComplete={name === "firstName" ? "given-name" : "family-name"}
      required
      hint={<LiveHint text={hint || undefined} />}
      onInput={look}
      onCompositionEnd={look}
      onBlur={look}
    />
  );
}
