import { useTranslation } from "react-i18next";
import { formatCount } from "~/domain/money";

interface ExchangePreviewProps {
  holdings: { soria: number; soriaPlus: number };
  /** Undefined while no amount that may be exchanged is entered. */
  amount: number | undefined;
}

/** What one would hold after the exchange, one for one. The place is kept while there is nothing to show. */
export function ExchangePreview({ holdings, amount }: ExchangePreviewProps) {
  const { t } = useTranslation("store");
  const shown = (value: number) => (amount === undefined ? "-" : formatCount(value));
  return (
    <section aria-labelledby="exchange-result" aria-live="polite">
      <h3 id="exchange-result" className="!text-base">
        {t("exchange.resultTitle")}
      </h3>
      <dl className="lines mt-2">
        <div>
          <dt>{t("exchange.resultSoria")}</dt>
          <dd className="num">{shown(holdings.soria - (amount ?? 0))}</dd>
        </div>
        <div>
          <dt>{t("exchange.resultSoriaPlus")}</dt>
          <dd className="num">{shown(holdings.soriaPlus + (amount ?? 0))}</dd>
        </div>
      </dl>
    </section>
  );
}
