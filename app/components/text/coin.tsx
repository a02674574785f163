/** Every spelling of the three currencies in the spec's calls (SORIA_PLUS, soria-plus, soriaPlus …), and ours. */
const files: Record<string, string> = {
  soria: "/art/coin-soria.svg",
  soriaplus: "/art/coin-soria-plus.svg",
  point: "/art/coin-point.svg",
};

const fileOf = (currency: string) => files[currency.toLowerCase().replaceAll(/[-_ ]/g, "")];

/** The picture of a balance; nothing for SGD and USD, which are none. `size` in CSS pixels. */
export function Coin({ currency, size = 28 }: { currency: string; size?: number }) {
  const src = fileOf(currency);
  if (!src) return null;
  // 96 × 96 is the drawing's own size; the style sets what is shown, so that a list may shrink it.
  return (
    <img className="coin" src={src} width={96} height={96} alt="" style={{ width: size, height: size }} />
  );
}

/** The mark before an amount: the balance's coin, one card for USD and SGD alike. Its size is the amount's. */
export function AmountMark({ currency }: { currency: string }) {
  const src = fileOf(currency) ?? "/art/mark-card.svg";
  return <img className="amount__mark" src={src} width={96} height={96} alt="" />;
}
