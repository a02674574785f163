import { useTranslation } from "react-i18next";
import { MAX_NAME } from "~/domain/name-rules";
import { Field } from "../form/field";
import type { FieldMeta } from "../form/field-parts";

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
        <Field
          key={name}
          meta={names[name]}
          label={labels[name]}
          autoComplete={name === "firstName" ? "given-name" : "family-name"}
          maxLength={MAX_NAME}
          required
        />
      ))}
    </div>
  );
}
