import { CSV_BOM, csvLine } from "~/domain/csv";
import { formatSortable } from "~/domain/japan-time";
import { statusOf } from "~/domain/purchase-status";
import type { PurchaseSummary } from "~/domain/purchase-summary";
import { unitOf } from "~/i18n/amount-text";
import { dynamicKey } from "~/i18n/dynamic";

/** i18next's function for all namespaces, as `dynamicKey` takes it. */
type Texts = Parameters<typeof dynamicKey>[0];

const columns = [
  "my-page:history.columns.date",
  "store:complete.item",
  "store:complete.quantity",
  "store:complete.amount",
  "my-page:history.columns.currency",
  "store:receipt.taken",
  "my-page:history.columns.currency",
  "store:receipt.orderNumber",
  "store:receipt.number",
  "store:purchases.status",
];

/** Returns a plain decimal, which spreadsheet programs read in every language: 123456 → "1234.56". */
function decimal(hundredths: number): string {
  const digits = String(Math.abs(Math.round(hundredths))).padStart(3, "0");
  return `${hundredths < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function csvHead(t: Texts): string {
  const labels = columns.map((key) => dynamicKey(t, key));
  labels[0] = `${labels[0]} (JST)`;
  return CSV_BOM + csvLine(labels);
}

/**
 * Returns one row: time, item, the confirmed amount and the charged amount, each with its currency. The charged
 * amount is empty if the API has not reported it.
 */
export function csvRow(purchase: PurchaseSummary, t: Texts): string {
  const { name, quantity, amount, currency, createdAt, taken, orderNumber, transactionId } = purchase;
  return csvLine([
    formatSortable(taken?.at ?? createdAt),
    name,
    quantity,
    decimal(amount),
    unitOf(t, currency),
    taken ? decimal(taken.amount) : "",
    taken ? unitOf(t, taken.currency) : "",
    orderNumber ?? "",
    transactionId ?? "",
    dynamicKey(t, `store:complete.status.${statusOf(purchase, { kind: "unknown" })}.title`),
  ]);
}
