import type { PaymentType } from "~/domain/currencies";
import { formatHundredths, noAmount, priceSuffix } from "~/domain/money";
import { Coin } from "./coin";

interface PriceProps {
  /** Hundredths of the unit; anything that is no number shows as a dash. */
  amount: unknown;
  type: PaymentType;
  /** USD has no suffix on the list (decisions.md). */
  place?: "list" | "item";
}

/** A price: coin, figure, suffix. */
export function Price({ amount, type, place = "list" }: PriceProps) {
  const figure = formatHundredths(amount);
  const suffix = figure === noAmount ? "" : priceSuffix(type, place);
  return (
    <span className="price">
      <Coin currency={type} />
      <span>{figure}</span>
      {suffix ? <small>{suffix}</small> : null}
    </span>
  );
}
