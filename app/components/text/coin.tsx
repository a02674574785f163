/** Every spelling of the three currencies in the spec's calls (SORIA_PLUS, soria-plus, soriaPlus …), and ours. */
const files: Record<string, string> = {
  soria: "/art/coin-soria.svg",
  soriaplus: "/art/coin-soria-plus.svg",
  point: "/art/coin-point.svg",
};

/** The picture of a currency; nothing for SGD and USD, which have none. `size` in CSS pixels. */
export function Coin({ currency, size = 28 }: { currency: string; size?: number }) {
  const src = files[currency.toLowerCase().replaceAll(/[-_ ]/g, "")];
  if (!src) return null;
  // 96 × 96 is the drawing's own size; the style sets what is shown, so that a list may shrink it.
  return (
    <img className="coin" src={src} width={96} height={96} alt="" style={{ width: size, height: size }} />
  );
}
