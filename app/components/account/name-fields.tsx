import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { nameFields } from "~/domain/sign-up-fields";
import { shownOrder } from "~/domain/field-order";
import type { FieldName } from "~/domain/form-fields";
import { checkName, nameMessage } from "~/domain/name-rules";
import { dynamicKey } from "~/i18n/dynamic";
import { type BoundField, Field, LiveHint, PAUSE_MS } from "../form/fields";

type Names = typeof nameFields;
type Name = FieldName<Names>;

/** Both names of a person, in the order of the page's language. */
export function NameFields({ of }: { of: Record<Name, BoundField> }) {
  const { i18n } = useTranslation();
  return (
    <div className="form__row">
      {shownOrder(nameFields, i18n.language).map((name) => (
        <NameField key={name} name={name} of={of[name]} />
      ))}
    </div>
  );
}

/** Validates while the user types, like the server. A missing name is only reported after blur. */
function NameField({ name, of }: { name: Name; of: BoundField }) {
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
  const hint = problem && !of.meta.errors && dynamicKey(t, problem);
  return (
    <Field
      of={of}
      hint={<LiveHint text={hint || undefined} />}
      onInput={look}
      onCompositionEnd={look}
      onBlur={look}
    />
  );
}
