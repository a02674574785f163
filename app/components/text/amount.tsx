import { useTranslation } from "react-i18next";
import { formatHundredths, noAmount } from "~/domain/money";
import { unitOf } from "~/i18n/amount-text";
import { AmountMark } from "./coin";

interface AmountProps {
  /** In hundredths. Anything but a finite number shows as a dash, without mark and unit. */
  amount: unknown;
  /** Payment type of the store, or currency of an order. */
  type: string;
  /**
   * `row`: in tables and lists. `total`: the one large amount of a page. `tag`: two lines, unit below. `receipt`: no
   * mark, because it would not print. `text`: no mark, in the size of the surrounding text.
   */
  size?: "row" | "total" | "tag" | "receipt" | "text";
}

/** An amount of money: mark, figure, unit, in this order. It does not wrap. */
export function Amount({ amount, type, size = "row" }: AmountProps) {
  const { t } = useTranslation("common");
  const figure = formatHundredths(amount);
  if (figure === noAmount) return <span className={`amount amount--${size}`}>{figure}</span>;
  const hasMark = size !== "receipt" && size !== "text";
  // Screen readers get the currency's name; the short unit is for sighted users only.
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
