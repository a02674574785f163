import { currencyOf } from "./currencies";
import { dayOf } from "./japan-time";
import { paths } from "./paths";
import type { PurchaseSummary } from "./purchase-summary";

/**
 * Returns the element id of a history row, by which a receipt links to it. The argument is the id of the row or of its
 * transaction.
 */
export const historyRowId = (id: string | number): string => `line-${id}`;

/**
 * Returns the URL of the inquiry form about a history row, with its number: that of its transaction, or its own.
 *
 * @param row its id, and the transaction that changed the balance, if known
 */
export const rowInquiry = ({
  id,
  transactionId,
}: {
  id: string | number;
  transactionId?: string | undefined;
}) =>
  paths.support.inquiryWith({
    typeCode: "PURCHASE_REFUND",
    ...(transactionId === undefined ? { [ENTRY_PARAM]: id } : { transactionId }),
  });

/** Query parameter of the inquiry form with the id of a history row. */
export const ENTRY_PARAM = "historyEntry";

/** Query parameter with the id of a row: the history redirects to the page that has it (a day may have several). */
export const LINE_PARAM = "line";

/** Returns the URL fragment of a row; "" without one. */
export const historyRowHash = (line: string | undefined): string =>
  line === undefined ? "" : `#${encodeURIComponent(historyRowId(line))}`;

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
  const line = historyLine ?? transactionId;
  const search = { currencyType, duration: "DAY", from: day, to: day, size: ROWS, [LINE_PARAM]: line };
  return `${paths.myPage.history(search)}${historyRowHash(line)}`;
}
