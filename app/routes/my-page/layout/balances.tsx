import { useTranslation } from "react-i18next";
import { Coin } from "~/components/text/coin";
import { balanceFields, currencies, currencyKeys } from "~/domain/currencies";
import { formatCount } from "~/domain/money";

export function Balances(amounts: { soriaAmount: number; soriaPlusAmount: number; pointAmount: number }) {
  const { t } = useTranslation(["my-page", "common"]);
  return (
    <section aria-label={t("my-page:balance.label")}>
      <ul className="panel purse plain">
        {currencies.map((currency) => (
          <li key={currency}>
            <Coin currency={currency} size={64} />
            <span>{t(`common:currency.${currencyKeys[currency]}`)}</span>
            <b className="num">{formatCount(amounts[balanceFields[currency]])}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
