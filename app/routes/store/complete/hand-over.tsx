import { useTranslation } from "react-i18next";
import { useHydrated } from "~/components/document/use-hydrated";
import { ButtonLink } from "~/components/page/button-link";
import { PageHead } from "~/components/page/page-head";
import { Amount } from "~/components/text/amount";
import { Icon } from "~/components/text/icon";
import { ItemCount } from "~/components/text/item-count";
import { Time } from "~/components/text/time";
import { formatCount } from "~/domain/money";
import { paths } from "~/domain/paths";
import { moneyPlaceOf } from "~/domain/purchase-outcome";
import type { BalancesAround, PurchaseSummary } from "~/domain/purchase-summary";
import { Receipt } from "./receipt";
import "./complete.css";
import "./receipt.css";

interface BoughtProps {
  purchase: PurchaseSummary;
  /** Null for a card payment, or if the API has not reported them. */
  balances: BalancesAround | null;
}

export function HandOver({ purchase, balances }: BoughtProps) {
  const { t } = useTranslation("store");
  const { name, quantity } = purchase;
  return (
    <div className="hand">
      <PageHead
        title={t("complete.status.done.title")}
        lead={t("complete.status.done.text", { name, quantity: formatCount(quantity) })}
      >
        <img className="hand__scene" src="/art/store/hand-over.svg" width={840} height={440} alt="" />
      </PageHead>
      <div className="wrap page-body after-buy">
        <Receipt purchase={purchase} balances={balances} />
        <AfterBuying purchase={purchase} balances={balances} />
      </div>
    </div>
  );
}

/** Shows the history row of the purchase and links next to the receipt. */
export function AfterBuying({ purchase, balances }: BoughtProps) {
  const { t } = useTranslation("store");
  const hydrated = useHydrated();
  return (
    <div className="beside">
      {purchase.kind === "balance" ? <HistoryLine purchase={purchase} balances={balances} /> : null}
      <div className="form__do">
        <ButtonLink to={moneyPlaceOf(purchase)}>
          {t(purchase.kind === "balance" ? "complete.history" : "purchases.title")}
        </ButtonLink>
        {/* Opening the print dialog needs a script; otherwise the browser's menu does it. */}
        <button
          type="button"
          className="btn btn--line"
          data-needs-script={hydrated ? undefined : ""}
          onClick={() => window.print()}
        >
          <Icon name="printer" />
          {t("receipt.print")}
        </button>
        <ButtonLink to={paths.store.products()} look="line">
          {t("item.back")}
        </ButtonLink>
      </div>
      <p className="soft small">{t("receipt.help")}</p>
    </div>
  );
}

function HistoryLine({ purchase, balances }: BoughtProps) {
  const { t } = useTranslation("store");
  const { name, quantity, taken, historyLine } = purchase;
  return (
    <section aria-labelledby="line-title">
      <h2 id="line-title">{t("receipt.line")}</h2>
      {taken ? (
        <p className="line-of">
          <Time value={taken.at} />
          <b>
            <ItemCount name={name} quantity={quantity} />
          </b>
          <Amount amount={-taken.amount} type={taken.currency} />
        </p>
      ) : null}
      {balances && taken && balances.taken === taken.amount ? (
        <p className="soft small mt-3 flex items-center gap-2">
          <Icon name="check" size={18} />
          {t("receipt.lineSame")}
        </p>
      ) : null}
      {!balances && historyLine === undefined ? (
        <p className="soft small mt-3">{t("receipt.lineSoon")}</p>
      ) : null}
    </section>
  );
}
