import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { checkName, isLongName, MAX_NAME, type NameProblem, nameMessage } from "~/domain/name-rules";
import { dynamicKey } from "~/i18n/dynamic";
import { Field } from "../form/field";
import type { FieldMeta } from "../form/field-parts";
import { LiveHint } from "../form/live-hint";
import { PAUSE_MS } from "./use-email-check";

interface NameMetas {
  firstName: FieldMeta;
  lastName: FieldMeta;
}

/** React hook that returns the name fields and their labels in the order of the language. */
export function useNames({ firstName, lastName }: NameMetas) {
  const { t, i18n } = useTranslation("account");
  return {
    names: i18n.language === "en" ? { firstName, lastName } : { lastName, firstName },
    labels: { firstName: t("name.first"), lastName: t("name.last") },
  };
}

export function NameFields(metas: NameMetas) {
  const { names, labels } = useNames(metas);
  return (
    <div className="form__row">
      {(Object.keys(names) as (keyof NameMetas)[]).map((name) => (
        <NameField key={name} name={name} meta={names[name]} label={labels[name]} />
      ))}
    </div>
  );
}

interface NameFieldProps {
  name: keyof NameMetas;
  meta: FieldMeta;
  label: string;
}

/**
 * A name field, validated while the user types by the same rules as on the server. A missing name is only reported
 * after blur.
 */
function NameField({ name, meta, label }: NameFieldProps) {
  const { t } = useTranslation(["account", "errors"]);
  const { problem, watch } = useNameCheck();
  return (
    <Field
      meta={meta}
      label={label}
      autoComplete={name === "firstName" ? "given-name" : "family-name"}
      // In UTF-16 units: a code point has up to two, a decomposed Hangul syllable up to three. The server cuts the
      // rest.
      maxLength={3 * MAX_NAME}
      required
      hint={
        <LiveHint
          {...(problem && !meta.errors
            ? { text: dynamicKey(t, nameMessage(problem, name), { most: MAX_NAME }) }
            : {})}
        />
      }
      {...watch}
    />
  );
}

function useNameCheck() {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [problem, setProblem] = useState<NameProblem>();
  useEffect(() => () => clearTimeout(timer.current), []);

  function look({ currentTarget: input, nativeEvent, type }: FormEvent<HTMLInputElement>) {
    clearTimeout(timer.current);
    // An input method is composing; the value is not final.
    if ((nativeEvent as InputEvent).isComposing) return;
    const found = isLongName(input.value) ? "long" : checkName(input.value);
    if (found === "missing" && type === "input") setProblem(undefined);
    // Delayed, so that an unfinished word is not reported and the layout does not shift under a press outside the
    // field.
    else timer.current = setTimeout(() => setProblem(found), PAUSE_MS);
  }

  return { problem, watch: { onInput: look, onCompositionEnd: look, onBlur: look } };
}
