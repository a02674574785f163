import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { UserText } from "~/components/text/elements";
import { Amount } from "~/components/text/amount";
import { useFollowedValue } from "~/components/document/use-followed-value";
import { FieldError, type FieldMeta, wiring } from "~/components/form/fields";
import type { Wanted } from "#server/purchases/purchase.server";
import "~/components/payment/ticket.css";

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
