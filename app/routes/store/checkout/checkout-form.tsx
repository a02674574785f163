import { useTranslation } from "react-i18next";
import { Checkbox, Field, RadioGroup } from "~/components/form/fields";
import { PageForm, usePageForm } from "~/components/form/page-form";
import { SubmitButton } from "~/components/form/submit-button";
import { MAX_EMAIL } from "~/domain/email-rules";
import type { FormSetup } from "~/domain/form-answer";
import type { CheckoutField } from "./form.server";

interface CheckoutFormProps {
  opening: FormSetup;
  initial: Partial<Record<CheckoutField, string>>;
}

export function CheckoutForm({ opening, initial }: CheckoutFormProps) {
  const { t } = useTranslation("store");
  const form = usePageForm<CheckoutField>(opening, { defaultValue: initial });
  const { fields } = form;
  const field = (
    name: CheckoutField,
    autoComplete: string,
    more: Partial<Parameters<typeof Field>[0]> = {},
  ) => (
    <Field
      meta={fields[name]}
      label={t(`checkout.${name}` as "checkout.address")}
      autoComplete={autoComplete}
      maxLength={name.includes("ddress") ? 200 : 60}
      {...more}
    />
  );
  const phone = { type: "tel", inputMode: "tel", maxLength: 30, hint: t("checkout.phoneHint") } as const;
  return (
    <PageForm
      of={form}
      noValidate
      className="panel form-panel"
      title={<h2 className="sr">{t("checkout.title")}</h2>}
    >
      <fieldset className="form-stack">
        <legend className="mb-4 font-display text-xl font-bold">{t("checkout.customer")}</legend>
        {field("customerName", "name")}
        {field("customerPhone", "tel", phone)}
        {field("customerEmail", "email", { type: "email", inputMode: "email", maxLength: MAX_EMAIL })}
      </fieldset>
      <fieldset className="form-stack">
        <legend className="mb-4 font-display text-xl font-bold">{t("checkout.shipping")}</legend>
        {field("shippingName", "shipping name")}
        {field("shippingPhone", "shipping tel", phone)}
        {field("postalCode", "shipping postal-code", {
          maxLength: 12,
          hint: t("checkout.postalCodeHint"),
          className: "max-w-[16rem]",
        })}
        {field("address", "shipping address-line1")}
        {field("detailedAddress", "shipping address-line2")}
      </fieldset>
      <RadioGroup
        meta={fields.paymentMethod}
        legend={<span className="font-display text-xl font-bold">{t("checkout.method")}</span>}
        look="rows"
        options={[
          { value: "STRIPE", label: t("checkout.methodCard"), hint: t("item.cardHint") },
          { value: "PAYPAL", label: t("item.paypal"), hint: t("item.paypalHint"), disabled: true },
        ]}
      />
      <fieldset>
        <legend className="mb-4 font-display text-xl font-bold">{t("checkout.consents")}</legend>
        <Checkbox meta={fields.thirdParty} label={t("checkout.thirdParty")} />
        <Checkbox meta={fields.process} label={t("checkout.process")} />
      </fieldset>
      <SubmitButton wide busy={t("checkout.submitting")}>
        {t("checkout.submit")}
      </SubmitButton>
    </PageForm>
  );
}
