import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useFollowedValue } from "~/components/document/use-followed-value";
import { Checkbox, Field, FieldError, type FieldMeta, RadioGroup, wiring } from "~/components/form/fields";
import { PageForm, usePageForm } from "~/components/form/page-form";
import { SubmitButton } from "~/components/form/submit-button";
import { Amount } from "~/components/text/amount";
import { UserText } from "~/components/text/elements";
import { namesOf } from "~/domain/field-order";
import type { FieldName } from "~/domain/form-fields";
import type { FormSetup } from "~/domain/form-setup";
import type { Wanted } from "#server/purchases/purchase.server";
import { checkoutFields, customerFields, shippingFields } from "~/routes/store/form";
import "~/components/payment/ticket.css";

interface CheckoutFormProps {
  setup: FormSetup;
  initial: Partial<Record<FieldName<typeof checkoutFields>, string>>;
}

export function CheckoutForm({ setup, initial }: CheckoutFormProps) {
  const { t } = useTranslation("store");
  const form = usePageForm(checkoutFields, setup, { defaultValue: initial });
  const { fields } = form;
  return (
    <PageForm
      of={form}
      noValidate
      className="panel form-panel"
      title={<h2 className="sr">{t("checkout.title")}</h2>}
    >
      <fieldset className="form-stack">
        <legend className="mb-4 font-display text-xl font-bold">{t("checkout.customer")}</legend>
        {namesOf(customerFields).map((name) => (
          <Field key={name} of={fields[name]} required={false} />
        ))}
      </fieldset>
      <fieldset className="form-stack">
        <legend className="mb-4 font-display text-xl font-bold">{t("checkout.shipping")}</legend>
        {namesOf(shippingFields).map((name) => (
          <Field
            key={name}
            of={fields[name]}
            className={name === "postalCode" ? "max-w-code" : undefined}
            required={false}
          />
        ))}
      </fieldset>
      <RadioGroup
        of={fields.paymentMethod}
        required={false}
        legend={<span className="font-display text-xl font-bold">{t("checkout.method")}</span>}
        look="rows"
        options={[
          { value: "STRIPE", label: t("checkout.methodCard"), hint: t("item.cardHint") },
          { value: "PAYPAL", label: t("item.paypal"), hint: t("item.paypalHint"), disabled: true },
        ]}
      />
      <fieldset>
        <legend className="mb-4 font-display text-xl font-bold">{t("checkout.consents")}</legend>
        <Checkbox of={fields.thirdParty} required={false} />
        <Checkbox of={fields.process} required={false} />
      </fieldset>
      <SubmitButton wide busy={t("checkout.submitting")}>
        {t("checkout.submit")}
      </SubmitButton>
    </PageForm>
  );
}

interface OrderSummaryProps {
  order: Wanted & { image?: string | undefined };
  /** Message key of the reason why the quantity in the URL was rejected. */
  quantityError: string | undefined;
}

/** Shows name, price, quantity and total. The quantity is a separate GET form, which reloads the page's data. */
export function OrderSummary({ order, quantityError }: OrderSummaryProps) {
  const { t } = useTranslation("store");
  const quantity = useFollowedValue<HTMLInputElement>(String(order.quantity));
  const meta: FieldMeta = {
    id: "checkout-quantity",
    name: "quantity",
    errorId: "checkout-quantity-error",
    descriptionId: "checkout-quantity-hint",
    errors: quantityError === undefined ? undefined : [quantityError],
  };
  return (
    <Form method="get" preventScrollReset className="ticket">
      <div className="ticket__sheet">
        <p className="ticket__thing">
          <span className="picture-frame">
            {order.image === undefined ? null : <img src={order.image} width={112} height={84} alt="" />}
          </span>
          <span>
            <strong>
              <UserText text={order.name} />
            </strong>
            <Amount amount={order.unitAmount} type={order.currency} />
          </span>
        </p>
        <dl className="lines">
          <div>
            <dt>
              <label htmlFor={meta.id}>{t("checkout.quantity")}</label>
            </dt>
            <dd>
              <span className="qty">
                <input {...quantity} {...wiring(meta, undefined)} inputMode="numeric" autoComplete="off" />
              </span>
              <button type="submit" className="btn btn--line btn--small">
                {t("checkout.changeQuantity")}
              </button>
            </dd>
            <FieldError meta={meta} />
          </div>
        </dl>
      </div>
      <div className="ticket__stub ticket__stub--still">
        <p className="ticket__total">
          <span>{t("checkout.total")}</span>
          <Amount amount={order.amount} type={order.currency} size="total" />
        </p>
        <p className="ticket__after">{t("checkout.next")}</p>
      </div>
    </Form>
  );
}
