import { useTranslation } from "react-i18next";
import { Time } from "~/components/text/time";
import { formatPrice } from "~/domain/money";
import type { PurchaseSummary } from "~/domain/purchase-summary";

/** What is being bought, for how much, since when. */
export function Summary({ purchase }: { purchase: PurchaseSummary }) {
  const { t } = useTranslation("store");
  const { name, quantity, amount, currency, createdAt, transactionId } = purchase;
  return (
    <dl className="lines">
      <div>
        <dt>{t("complete.item")}</dt>
        <dd>{name}</dd>
      </div>
      <div>
        <dt>{t("complete.quantity")}</dt>
        <dd className="num">{quantity}</dd>
      </div>
      <div>
        <dt>{t("complete.amount")}</dt>
        <dd className="num">{formatPrice(amount, currency, "item")}</dd>
      </div>
      <div>
        <dt>{t("complete.begun")}</dt>
        <dd>
          <Time value={createdAt} /> (JST)
        </dd>
      </div>
      {transactionId ? (
        <div>
          <dt>{t("complete.number")}</dt>
          <dd className="small">{transactionId}</dd>
        </div>
      ) : null}
    </dl>
  );
}
