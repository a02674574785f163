import { useTranslation } from "react-i18next";
import { Amount } from "~/components/text/amount";
import { ItemCount } from "~/components/text/item-count";
import type { Checkout } from "#server/purchases/purchase.server";

const customer = ["customerName", "customerPhone", "customerEmail"] as const;
const shipping = ["shippingName", "shippingPhone", "postalCode", "address", "detailedAddress"] as const;

export function OrderDetails({ order }: { order: Checkout }) {
  const { t } = useTranslation("store");
  const { fields, currency } = order;
  const facts = (names: typeof customer | typeof shipping) => (
    <dl className="facts">
      {names.map((name) => (
        <div key={name}>
          <dt>{t(`checkout.${name}`)}</dt>
          <dd>{fields[name]}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <>
      <dl className="lines">
        <div>
          <dt>
            <ItemCount name={order.name} quantity={order.quantity} />
          </dt>
          <dd>
            <Amount amount={order.unitAmount} type={currency} />
          </dd>
        </div>
        <div className="sum">
          <dt>{t("checkout.total")}</dt>
          <dd>
            <Amount amount={order.amount} type={currency} size="total" />
          </dd>
        </div>
      </dl>
      <h2>{t("checkout.customer")}</h2>
      {facts(customer)}
      <h2>{t("checkout.shipping")}</h2>
      {facts(shipping)}
      <dl className="facts">
        <div>
          <dt>{t("checkout.method")}</dt>
          <dd>{t("checkout.methodCard")}</dd>
        </div>
      </dl>
    </>
  );
}
