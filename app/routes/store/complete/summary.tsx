import { useTranslation } from "react-i18next";
import { formatPrice } from "~/domain/money";
import type { PaymentView } from "~/domain/payment-view";

/** What is being paid. */
export function Summary({ payment }: { payment: PaymentView }) {
  const { t } = useTranslation("store");
  return (
    <dl className="lines">
      <div>
        <dt>{t("complete.item")}</dt>
        <dd>{payment.name}</dd>
      </div>
      <div>
        <dt>{t("complete.quantity")}</dt>
        <dd className="num">{payment.quantity}</dd>
      </div>
      <div>
        <dt>{t("complete.amount")}</dt>
        <dd className="num">{formatPrice(payment.amount, payment.currency, "item")}</dd>
      </div>
      <div>
        <dt>{t("complete.number")}</dt>
        <dd className="small">{payment.transactionId}</dd>
      </div>
    </dl>
  );
}
