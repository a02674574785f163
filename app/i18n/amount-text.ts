import { isPaymentType } from "~/domain/currencies";
import { formatHundredths, noAmount } from "~/domain/money";
import { cut } from "~/domain/readers";
import { dynamicKey } from "./dynamic";

/** In characters; a unit does not wrap. */
const LONGEST_UNIT = 20;

/** Returns the unit of an amount: "Soria", "points", "USD". Another currency of an order is its own unit. */
export const unitOf = (t: unknown, currency: string): string =>
  isPaymentType(currency) ? dynamicKey(t, `common:unit.${currency}`) : cut(currency, LONGEST_UNIT);

/** For a sentence ("1,234.56 Soria"). @param amount in hundredths; anything but a finite number becomes a dash */
export function amountText(t: unknown, amount: unknown, currency: string): string {
  const figure = formatHundredths(amount);
  return figure === noAmount ? figure : `${figure}\u00a0${unitOf(t, currency)}`;
}
