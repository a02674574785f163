import { currencyOf } from "./currencies";
import { dayOf } from "./japan-time";
import { paths } from "./paths";
import type { PurchaseSummary } from "./purchase-summary";

/**
 * Returns the element id of a history row, by which a receipt links to it. The argument is the id of the row or of its
 * transaction.
 */
export const historyRowId = (id: string | number): string => `line-${id}`;

/** Maximum number of rows on one history page. */
const ROWS = 50;

/**
 * Returns the URL where the member can see the charge: for a balance the history of its currency, at the day and row if
 * known; for a card the orders, which include My purchases.
 */
export function moneyPlaceOf(purchase: PurchaseSummary): string {
  const { kind, currency, createdAt, taken, historyLine, transactionId } = purchase;
  const currencyType = currencyOf(taken?.currency ?? currency);
  if (kind !== "balance" || !currencyType) return paths.myPage.ecommerceHistory();
  if (!taken) return paths.myPage.history({ currencyType, from: dayOf(createdAt) });
  const day = dayOf(taken.at);
  const page = paths.myPage.history({ currencyType, duration: "DAY", from: day, to: day, size: ROWS });
  const line = historyLine ?? transactionId;
  return line === undefined ? page : `${page}#${encodeURIComponent(historyRowId(line))}`;
}
