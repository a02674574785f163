import { useTranslation } from "react-i18next";
import { Fact } from "~/components/payment/fact";
import { Amount } from "~/components/text/amount";
import { ItemCount } from "~/components/text/elements";
import type { Checkout } from "#server/purchases/purchase.server";

const customer = ["customerName", "customerPhone", "customerEmail"] as const;
const shipping = ["shippingName", "shippingPhone", "postalCode", "address", "detailedAddress"] as const;

export function OrderDetails({ order }: { order: Checkout }) {
  const { t } = useTranslation("store");
  const { fields, currency } = order;
  const facts = (names: typeof customer | typeof shipping) => (
    <dl className="facts">
      {names.map((name) => (
        <Fact key={name} label={t(`checkout.${name}`)}>
          {fields[name]}
        </Fact>
      ))}
    </dl>
  );
  return (
    <>
      <dl className="lines">
        <Fact label={<ItemCount name={order.name} quantity={order.quantity} />}>
          <Amount amount={order.unitAmount} type={currency} />
        </Fact>
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
        <Fact label={t("checkout.method")}>{t("checkout.methodCard")}</Fact>
      </dl>
    </>
  );
}
