/**
 * File by lower-case currency name without separators, because the API's calls spell the three currencies differently
 * (SORIA_PLUS, soria-plus, soriaPlus …).
 */
const files: Record<string, string> = {
  soria: "/art/coin-soria.svg",
  soriaplus: "/art/coin-soria-plus.svg",
  point: "/art/coin-point.svg",
};

const fileOf = (currency: string) => files[currency.toLowerCase().replaceAll(/[-_ ]/g, "")];

/** Coin of a balance; renders nothing for SGD and USD. `size` is in CSS pixels. */
export function Coin({ currency, size = 28 }: { currency: string; size?: number }) {
  const src = fileOf(currency);
  if (!src) return null;
  // 96 × 96 is the drawing's intrinsic size; the style sets the displayed size, so that a list can shrink it.
  return (
    <img className="coin" src={src} width={96} height={96} alt="" style={{ width: size, height: size }} />
  );
}

/** Mark before an amount: the balance's coin, or a card for USD and SGD. Its size follows the amount. */
export function AmountMark({ currency }: { currency: string }) {
  const src = fileOf(currency) ?? "/art/mark-card.svg";
  return <img className="amount__mark" src={src} width={96} height={96} alt="" />;
}
