import { useTranslation } from "react-i18next";
import { Amount } from "~/components/text/amount";
import { ItemCount } from "~/components/text/item-count";
import { Time } from "~/components/text/time";
import { outcomeOf } from "~/domain/purchase-outcome";
import type { Status } from "~/domain/purchase-status";
import type { PurchaseSummary } from "~/domain/purchase-summary";

/** Shows the item, the confirmed amount, and the charged amount only as reported by the API. */
export function Thing({ purchase, status }: { purchase: PurchaseSummary; status: Status }) {
  const { t } = useTranslation("store");
  const { name, quantity, amount, currency, createdAt, orderNumber, transactionId, taken } = purchase;
  const isTaken = outcomeOf(status).money === "taken";
  return (
    <>
      <p className="outcome__thing">
        <b>
          <ItemCount name={name} quantity={quantity} />
        </b>
        <Amount amount={amount} type={currency} />
      </p>
      <dl className="outcome__facts">
        <div>
          <dt>{t("complete.begun")}</dt>
          <dd>
            <Time value={createdAt} /> (JST)
          </dd>
        </div>
        {isTaken ? (
          <div>
            <dt>{t("receipt.taken")}</dt>
            <dd>
              {taken ? (
                <Amount amount={taken.amount} type={taken.currency} size="text" />
              ) : (
                t("money.unknown")
              )}
            </dd>
          </div>
        ) : null}
        {orderNumber === undefined ? null : (
          <div>
            <dt>{t("receipt.orderNumber")}</dt>
            <dd className="code">{orderNumber}</dd>
          </div>
        )}
        {transactionId === undefined ? null : (
          <div>
            <dt>{t("complete.number")}</dt>
            <dd className="code">{transactionId}</dd>
          </div>
        )}
      </dl>
    </>
  );
}
