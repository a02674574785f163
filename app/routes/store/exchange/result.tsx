import { useTranslation } from "react-i18next";
import { Amount } from "~/components/text/amount";

interface ResultProps {
  holdings: { soria: number; soriaPlus: number; isSample: boolean };
  /** Undefined while the amount is invalid. */
  amount: number | undefined;
}

/** Shows the balances now and after the exchange, at a rate of 1:1. */
export function Result({ holdings: { soria, soriaPlus, isSample }, amount }: ResultProps) {
  const { t } = useTranslation("store");
  const after = (units: number) => (amount === undefined ? undefined : units * 100);
  const rows = [
    { label: t("exchange.holdings"), amount: soria * 100, type: "SORIA" },
    { label: t("exchange.holdings"), amount: soriaPlus * 100, type: "SORIA_PLUS" },
    { label: t("exchange.resultSoria"), amount: after(soria - (amount ?? 0)), type: "SORIA" },
    { label: t("exchange.resultSoriaPlus"), amount: after(soriaPlus + (amount ?? 0)), type: "SORIA_PLUS" },
  ];
  return (
    <div>
      <dl className="lines" aria-live="polite">
        {rows.map((row) => (
          <div key={row.label + row.type}>
            <dt>{row.label}</dt>
            <dd>
              <Amount amount={row.amount} type={row.type} />
            </dd>
          </div>
        ))}
      </dl>
      {isSample ? <p className="hint">{t("exchange.sample")}</p> : null}
    </div>
  );
}
