import { useTranslation } from "react-i18next";
import { currencyKeys, currencyOf, type PaymentType } from "~/domain/currencies";
import { formatHundredths, noAmount, priceSuffix } from "~/domain/money";
import { Coin } from "./coin";

interface PriceProps {
  /** Hundredths of the unit; anything that is no number shows as a dash. */
  amount: unknown;
  type: PaymentType;
  /** USD has no suffix on the list (docs/decisions/0008). */
  place?: "list" | "item";
}

/**
 * A price: coin, figure, suffix. For those who listen, the currency's whole name in place of the suffix; a USD price on
 * the list, which has no suffix there (docs/decisions/0008), has a small sign instead, so that no price is a bare number beside
 * prices in other currencies.
 */
export function Price({ amount, type, place = "list" }: PriceProps) {
  const { t } = useTranslation("common");
  const figure = formatHundredths(amount);
  const suffix = figure === noAmount ? "" : priceSuffix(type, place);
  const balance = currencyOf(type);
  const name = balance
    ? t(`currency.${currencyKeys[balance]}`)
    : t(`cardCurrency.${type === "SGD" ? "SGD" : "USD"}`);
  return (
    <span className="price">
      <Coin currency={type} />
      {figure !== noAmount && type === "USD" && !suffix ? (
        <small className="price__sign" aria-hidden="true">
          US$
        </small>
      ) : null}
      <span>{figure}</span>
      {suffix ? <small aria-hidden="true">{suffix}</small> : null}
      {figure === noAmount ? null : <span className="sr">{name}</span>}
    </span>
  );
}
