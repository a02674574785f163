import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PaymentType } from "~/domain/currencies";
import { formatPrice } from "~/domain/money";

interface OrderSummaryProps {
  order: { name: string; quantity: number; unitAmount: number; amount: number; currency: PaymentType };
}

/** Name, price, quantity and total. The quantity is a form of its own: it loads the page anew with the other total. */
export function OrderSummary({ order }: OrderSummaryProps) {
  const { t } = useTranslation("store");
  return (
    <Form method="get" preventScrollReset className="panel panel--pad">
      <dl className="lines">
        <div>
          <dt>{t("checkout.item")}</dt>
          <dd>{order.name}</dd>
        </div>
        <div>
          <dt>{t("checkout.price")}</dt>
          <dd className="num">{formatPrice(order.unitAmount, order.currency, "item")}</dd>
        </div>
        <div>
          <dt>
            <label htmlFor="checkout-quantity">{t("checkout.quantity")}</label>
          </dt>
          <dd className="flex-wrap justify-end">
            <span className="qty w-24">
              <input
                key={order.quantity}
                id="checkout-quantity"
                name="quantity"
                inputMode="numeric"
                autoComplete="off"
                maxLength={12}
                defaultValue={order.quantity}
              />
            </span>
            <button type="submit" className="btn btn--line btn--small">
              {t("checkout.changeQuantity")}
            </button>
          </dd>
        </div>
        <div className="sum">
          <dt>{t("checkout.total")}</dt>
          <dd className="num">{formatPrice(order.amount, order.currency, "item")}</dd>
        </div>
      </dl>
    </Form>
  );
}
