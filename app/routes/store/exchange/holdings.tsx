import { useTranslation } from "react-i18next";
import { Coin } from "~/components/text/coin";
import { formatCount } from "~/domain/money";

interface HoldingsProps {
  soria: number;
  soriaPlus: number;
  isSample: boolean;
}

/** What can be exchanged, and what it is exchanged for. */
export function Holdings({ soria, soriaPlus, isSample }: HoldingsProps) {
  const { t } = useTranslation("store");
  return (
    <section className="panel panel--pad grid gap-3" aria-labelledby="holdings">
      <h2 id="holdings" className="!text-xl">
        {t("exchange.holdings")}
      </h2>
      <dl className="grid gap-4 sm:grid-cols-2">
        {(
          [
            ["soria", soria],
            ["soriaPlus", soriaPlus],
          ] as const
        ).map(([name, amount]) => (
          <div key={name} className="rounded-control bg-ground p-4">
            <dt className="soft small">{t(`exchange.${name}`)}</dt>
            <dd className="num flex items-center gap-3 text-xl">
              <Coin currency={name} size={36} />
              {formatCount(amount)}
            </dd>
          </div>
        ))}
      </dl>
      {isSample ? <p className="hint">{t("exchange.sample")}</p> : null}
    </section>
  );
}
