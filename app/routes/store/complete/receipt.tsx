import { useTranslation } from "react-i18next";
import { Amount } from "~/components/text/amount";
import { UserText } from "~/components/text/user-text";
import { Time } from "~/components/text/time";
import { currencyKeys, currencyOf } from "~/domain/currencies";
import { isTakenOtherwise } from "~/domain/purchase-status";
import type { BalancesAround, PurchaseSummary } from "~/domain/purchase-summary";

interface ReceiptProps {
  purchase: PurchaseSummary;
  /** Null for a card payment, or if the API has not reported them. */
  balances: BalancesAround | null;
}

/**
 * Shows the receipt: what was bought and what was charged. The confirmed amount is never shown as the charged amount;
 * until the API reports the charge, the row says that it is not known yet.
 */
export function Receipt({ purchase, balances }: ReceiptProps) {
  const { t } = useTranslation(["store", "common"]);
  const { kind, name, quantity, amount, currency, createdAt, taken, orderNumber, transactionId } = purchase;
  const paidIn = taken?.currency ?? currency;
  const balance = currencyOf(paidIn);
  return (
    <div className="slip-place">
      <article className="slip" aria-labelledby="slip-title">
        <div className="slip__top">
          <h2 id="slip-title">{t("store:receipt.title")}</h2>
          <img src="/art/logo-paper.svg" width={179} height={64} alt={t("common:siteName")} />
        </div>
        <p className="slip__thing">
          <span className="small">
            {t(kind === "order" ? "store:receipt.sending" : "store:receipt.given")}
          </span>
          <strong>
            <UserText text={name} /> × {quantity}
          </strong>
        </p>
        <dl>
          <div>
            <dt>{taken ? t("store:receipt.date") : t("store:complete.begun")}</dt>
            <dd className="num">
              <Time value={taken?.at ?? createdAt} />
            </dd>
          </div>
          {isTakenOtherwise(purchase) ? null : (
            <div>
              <dt>{t("store:item.unitPrice")}</dt>
              <dd>
                <Amount amount={amount / quantity} type={currency} size="receipt" />
              </dd>
            </div>
          )}
          <div>
            <dt>{t("store:complete.quantity")}</dt>
            <dd className="num">{quantity}</dd>
          </div>
          <div>
            <dt>{t("store:receipt.from")}</dt>
            <dd>{balance ? t(`common:currency.${currencyKeys[balance]}`) : t("store:item.card")}</dd>
          </div>
        </dl>
        <dl className="slip__sum">
          <div>
            <dt>{t("store:receipt.taken")}</dt>
            <dd>
              {taken ? (
                <Amount amount={-taken.amount} type={taken.currency} size="receipt" />
              ) : (
                t("store:money.unknown")
              )}
            </dd>
          </div>
        </dl>
        {balances ? (
          <dl>
            <Balance label={t("store:receipt.balanceBefore")} amount={balances.before} type={paidIn} />
            <Balance label={t("store:receipt.balanceAfter")} amount={balances.after} type={paidIn} />
          </dl>
        ) : null}
        <dl className="slip__numbers">
          {orderNumber === undefined ? null : (
            <div>
              <dt>{t("store:receipt.orderNumber")}</dt>
              <dd>{orderNumber}</dd>
            </div>
          )}
          {transactionId === undefined ? null : (
            <div>
              <dt>{t("store:receipt.number")}</dt>
              <dd>{transactionId}</dd>
            </div>
          )}
        </dl>
      </article>
    </div>
  );
}

function Balance({ label, amount, type }: { label: string; amount: number; type: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Amount amount={amount} type={type} size="receipt" />
      </dd>
    </div>
  );
}
