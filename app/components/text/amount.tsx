import { useTranslation } from "react-i18next";
import { coinOf, isCardType } from "~/domain/currencies";
import { formatHundredths, noAmount } from "~/domain/money";
import { unitOf } from "~/i18n/amount-text";

const fileOf = (currency: string) => {
  const coin = coinOf(currency);
  return coin && `/art/${coin}.svg`;
};

/** Coin of a balance; renders nothing for SGD and USD. `size` is in CSS pixels. */
export function Coin({ currency, size }: { currency: string; size: number }) {
  const src = fileOf(currency);
  if (!src) return null;
  // 96 × 96 is the drawing's intrinsic size; the style sets the displayed size, so that a list can shrink it.
  return (
    <img className="coin" src={src} width={96} height={96} alt="" style={{ width: size, height: size }} />
  );
}

interface AmountProps {
  /** In hundredths. Anything but a finite number shows as a dash, without mark and unit. */
  amount: unknown;
  type: string;
  /**
   * `row`: in tables and lists. `total`: the one large amount of a page. `tag`: two lines, unit below. `receipt`: no
   * mark, because it would not print. `text`: no mark, in the size of the surrounding text.
   */
  size?: "row" | "total" | "tag" | "receipt" | "text";
}

export function Amount({ amount, type, size = "row" }: AmountProps) {
  const { t } = useTranslation("common");
  const figure = formatHundredths(amount);
  if (figure === noAmount) return <span className={`amount amount--${size}`}>{figure}</span>;
  const mark = size === "receipt" || size === "text" ? undefined : (fileOf(type) ?? "/art/mark-card.svg");
  // Screen readers get the currency's name; the short unit is for sighted users only.
  const spoken = isCardType(type) ? t(`cardCurrency.${type}`) : undefined;
  return (
    <span className={`amount amount--${size}`}>
      {mark ? <img className="amount__mark" src={mark} width={96} height={96} alt="" /> : null}
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
