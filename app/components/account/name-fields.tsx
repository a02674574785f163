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

/** The name fields and their labels, in the order in which the language says them. */
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
        <NameField
          key={name}
          meta={names[name]}
          label={labels[name]}
          autoComplete={name === "firstName" ? "given-name" : "family-name"}
        />
      ))}
    </div>
  );
}

interface NameFieldProps {
  meta: FieldMeta;
  label: string;
  autoComplete: string;
}

/** One name, looked at while it is typed, as the server will look at it; what is missing, only once it is left. */
function NameField({ meta, label, autoComplete }: NameFieldProps) {
  const { t } = useTranslation(["account", "errors"]);
  const { problem, watch } = useNameCheck();
  return (
    <Field
      meta={meta}
      label={label}
      autoComplete={autoComplete}
      // In UTF-16 units: a character has up to two, a decomposed hangul syllable up to three. The server cuts the rest.
      maxLength={3 * MAX_NAME}
      required
      hint={
        <LiveHint
          {...(problem && !meta.errors
            ? { text: dynamicKey(t, nameMessage(problem), { most: MAX_NAME }) }
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
    // An input method is still composing: what stands there is not what will.
    if ((nativeEvent as InputEvent).isComposing) return;
    const found = isLongName(input.value) ? "long" : checkName(input.value);
    if (found === "missing" && type === "input") setProblem(undefined);
    // Not at once: not before the word is whole, and not while the page would move from under a press outside.
    else timer.current = setTimeout(() => setProblem(found), PAUSE_MS);
  }

  return { problem, watch: { onInput: look, onCompositionEnd: look, onBlur: look } };
}
