import { isPaymentType } from "~/domain/currencies";
import { formatHundredths, noAmount } from "~/domain/money";
import { dynamicKey } from "./dynamic";

/**
 * Returns the unit of an amount: "Soria", "points", "USD". Each unit has one name per language.
 *
 * @param t translation function of any namespaces, as for `dynamicKey`
 * @param currency in the spelling of the store's calls; any other, which an order may have, is its own unit
 */
export const unitOf = (t: unknown, currency: string): string =>
  isPaymentType(currency) ? dynamicKey(t, `common:unit.${currency}`) : currency;

/**
 * Returns an amount for use in a sentence: figure, no-break space, unit ("1,234.56 Soria"). Outside sentences use the
 * component `Amount`, which shows the same.
 *
 * @param amount in hundredths; anything but a finite number becomes a dash without a unit
 */
export function amountText(t: unknown, amount: unknown, currency: string): string {
  const figure = formatHundredths(amount);
  return figure === noAmount ? figure : `${figure}\u00a0${unitOf(t, currency)}`;
}
