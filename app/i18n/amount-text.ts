import { isPaymentType } from "~/domain/currencies";
import { formatHundredths, noAmount } from "~/domain/money";
import { dynamicKey } from "./dynamic";

/**
 * Returns what an amount is counted in: "Soria", "points", "USD". The same name in every place of a language.
 *
 * @param t a translator of any namespaces, as `dynamicKey` takes it
 * @param currency as the store's calls spell it; another one, which an order may have, is its own unit
 */
export const unitOf = (t: unknown, currency: string): string =>
  isPaymentType(currency) ? dynamicKey(t, `common:unit.${currency}`) : currency;

/**
 * Returns an amount as part of a sentence: figure, no-break space, unit ("1,234.56 Soria"). Parts of a page that are
 * not sentences use the component `Amount`, which writes the same.
 *
 * @param amount in hundredths; anything that is not a finite number is a dash without a unit
 */
export function amountText(t: unknown, amount: unknown, currency: string): string {
  const figure = formatHundredths(amount);
  return figure === noAmount ? figure : `${figure}\u00a0${unitOf(t, currency)}`;
}
