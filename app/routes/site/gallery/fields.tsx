import { useTranslation } from "react-i18next";
import { Checkbox, Field, type FieldMeta, RadioGroup, Select, TextArea } from "~/components/form/fields";
import { PasswordField } from "~/components/form/password-field";

/** Returns the metadata that conform would pass to a field: name, value and errors. */
const metaOf = (ground: string, name: string, more: Partial<FieldMeta> = {}): FieldMeta => {
  const id = `${ground}-${name}`;
  return { id, name: id, errorId: `${id}-error`, descriptionId: `${id}-hint`, ...more };
};

export function Fields({ ground }: { ground: string }) {
  const { t } = useTranslation(["account", "common", "store", "errors"]);
  const meta = (name: string, more?: Partial<FieldMeta>) => metaOf(ground, name, more);
  const label = t("account:signIn.email");
  const options = (["soria", "soriaPlus", "point"] as const).map((value) => ({
    value,
    label: t(`common:currency.${value}`),
    hint: t("store:item.paypalHint"),
    ...(value === "point" ? { disabled: true } : {}),
  }));
  const wrong = { initialValue: "m@soria", errors: ["errors:web.017"] };
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Field meta={meta("empty", { required: true })} label={label} hint={t("store:checkout.phoneHint")} />
      <Field
        meta={meta("filled", { initialValue: "m@soria.test" })}
        label={label}
        note={t("common:form.optional")}
      />
      <Field meta={meta("wrong", wrong)} label={label} />
      <Field meta={meta("off", { initialValue: "m@soria.test" })} label={label} disabled />
      <PasswordField meta={meta("password")} label={t("account:signIn.password")} />
      <Select
        meta={meta("select")}
        label={t("store:item.method")}
        options={options}
        placeholder={t("common:form.choose")}
      />
      <TextArea meta={meta("area", { ...wrong, initialValue: "" })} label={t("store:checkout.address")} />
      <Checkbox meta={meta("check", { errors: ["errors:web.045"] })} label={t("store:item.confirm")} />
      {(["list", "rows"] as const).map((look) => (
        <RadioGroup
          key={look}
          meta={meta(`radio-${look}`, { initialValue: "soria" })}
          legend={t("store:item.method")}
          options={options}
          look={look}
        />
      ))}
    </div>
  );
}
