import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Amount } from "~/components/text/amount";
import { OthersWords } from "~/components/text/others-words";
import { useFollowedValue } from "~/components/document/use-followed-value";
import { FieldError, type FieldMeta, wiring } from "~/components/form/field-parts";
import type { PaymentType } from "~/domain/currencies";

interface OrderSummaryProps {
  order: { name: string; quantity: number; unitAmount: number; amount: number; currency: PaymentType };
  /** A message key: why the quantity of the address was not taken. */
  quantityError: string | undefined;
}

/** Name, price, quantity and total. The quantity is a form of its own: it loads the page anew with the other total. */
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
    <Form method="get" preventScrollReset className="panel panel--pad">
      <dl className="lines">
        <div>
          <dt>{t("checkout.item")}</dt>
          <dd>
            <OthersWords text={order.name} />
          </dd>
        </div>
        <div>
          <dt>{t("checkout.price")}</dt>
          <dd>
            <Amount amount={order.unitAmount} type={order.currency} />
          </dd>
        </div>
        <div>
          <dt>
            <label htmlFor={meta.id}>{t("checkout.quantity")}</label>
          </dt>
          <dd className="flex-wrap justify-end">
            <span className="qty w-24">
              <input
                {...quantity}
                {...wiring(meta, undefined)}
                inputMode="numeric"
                autoComplete="off"
                maxLength={12}
              />
            </span>
            <button type="submit" className="btn btn--line btn--small">
              {t("checkout.changeQuantity")}
            </button>
            <FieldError meta={meta} />
          </dd>
        </div>
        <div className="sum">
          <dt>{t("checkout.total")}</dt>
          <dd>
            <Amount amount={order.amount} type={order.currency} size="total" />
          </dd>
        </div>
      </dl>
    </Form>
  );
}
