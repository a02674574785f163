import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { shownOrder } from "~/domain/field-order";
import type { FormFields } from "~/domain/form-fields";
import { type Problems, problemsOf } from "~/domain/form-problems";

/** Declared fields that the server would reject, by name. */
function problemsIn(declared: FormFields, form: HTMLFormElement): Problems {
  const data = new FormData(form);
  return problemsOf(declared, (name) => String(data.getAll(name).at(-1) ?? ""));
}

/**
 * React hook for a submit button that waits for a complete form: a press before focuses the first field with a
 * problem, which shows it until its input changes.
 *
 * @param form id of the form
 * @param idOf returns the id of a field's first control
 * @returns `missing`, the problem to show; `showMissing`, to call on the press, with a problem for a complete form
 */
export function useMissing(form: string, declared: FormFields, idOf: (name: string) => string | undefined) {
  const { i18n } = useTranslation();
  const [missing, setMissing] = useState<{ name: string; id: string | undefined; problem: string }>();

  // After the render, so that a screen reader reads the problem with the field.
  useEffect(() => {
    const element = document.getElementById(form);
    if (!missing || !(element instanceof HTMLFormElement)) return;
    document.getElementById(missing.id ?? "")?.focus();
    const onInput = ({ target }: Event) => {
      const isOwn = (target as HTMLInputElement).name === missing.name;
      if (isOwn || !problemsIn(declared, element)[missing.name]) setMissing(undefined);
    };
    element.addEventListener("input", onInput);
    return () => element.removeEventListener("input", onInput);
  }, [form, declared, missing]);

  function showMissing(otherwise: Problems = {}): void {
    const element = document.getElementById(form);
    if (!(element instanceof HTMLFormElement)) return;
    const found = problemsIn(declared, element);
    const problems = Object.keys(found).length > 0 ? found : otherwise;
    const name = shownOrder(declared, i18n.language).find((one) => problems[one]);
    const problem = name && problems[name];
    if (name && problem) setMissing({ name, id: idOf(name), problem });
  }
  return { missing, showMissing };
}
