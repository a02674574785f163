import { useTranslation } from "react-i18next";
import { formatHundredths, noAmount } from "~/domain/money";
import { unitOf } from "~/i18n/amount-text";
import { AmountMark } from "./coin";

interface AmountProps {
  /** In hundredths; anything that is not a finite number is a dash, without mark and unit. */
  amount: unknown;
  /** A payment type of the store, or the currency of an order. */
  type: string;
  /**
   * `row`: in tables and lists. `total`: the one large amount of a page. `tag`: two lines, the unit below. `receipt`:
   * without the mark, which would not print. `text`: without the mark, in the size of the words around it.
   */
  size?: "row" | "total" | "tag" | "receipt" | "text";
}

/** An amount of money: mark, figure, unit, always in this order. Nothing in it may break. */
export function Amount({ amount, type, size = "row" }: AmountProps) {
  const { t } = useTranslation("common");
  const figure = formatHundredths(amount);
  if (figure === noAmount) return <span className={`amount amount--${size}`}>{figure}</span>;
  const hasMark = size !== "receipt" && size !== "text";
  // A listener hears which dollars; the two letters say it to the eye alone.
  const spoken = type === "USD" || type === "SGD" ? t(`cardCurrency.${type}`) : undefined;
  return (
    <span className={`amount amount--${size}`}>
      {hasMark ? <AmountMark currency={type} /> : null}
      <span className="amount__fig">
        {figure.slice(0, -3)}
        <small>{figure.slice(-3)}</small>
        {"\u00a0"}
      </span>
      <span className="amount__unit" aria-hidden={spoken ? true : undefined}>
        {unitOf(t, type)}
      </span>
      {spoken ? <span className="sr">{spoken}</span> : null}
    </span>
  );
}
