import { fileName } from "#brand/brand.json";
import { csvChunks, csvHead, csvLine } from "~/domain/csv";
import { formatSortable } from "~/domain/japan-time";
import { statusOf } from "~/domain/purchase-status";
import type { PurchaseSummary } from "~/domain/purchase-summary";
import { unitOf } from "~/i18n/amount-text";
import { languageOf, translator } from "~/i18n/i18n.server";
import { plainFailures } from "~/plain-failures.server";
import { downloadOf } from "#server/protocol/download.server";
import { reconcile } from "#server/purchases/reconcile.server";
import { summaryOf } from "#server/purchases/outcomes.server";
import { requireMember } from "#server/session/session.server";

type Texts = ReturnType<typeof translator>;

/** Returns all purchases of the member's ledger as a CSV file, newest first. */
export const loader = plainFailures(async (args) => {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const t = translator(lng);
  const purchases = await reconcile(session);
  const chunks = csvChunks([...purchases].reverse(), {
    head: purchasesHead(t),
    rowsOf: (purchase) => purchaseRow(summaryOf(purchase), t),
  });
  return downloadOf(chunks, {
    type: "text/csv",
    name: `${fileName}-purchases.csv`,
    requestId: args.context.requestId,
    what: "CSV",
  });
});

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
] as const;

export const purchasesHead = (t: Texts) => csvHead(columns.map((key) => t(key)));

/**
 * Returns one row: time, item, the confirmed amount and the charged amount, each with its currency. The charged
 * amount is empty if the API has not reported it.
 */
export function purchaseRow(purchase: PurchaseSummary, t: Texts): string {
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
    statusText(purchase, t),
  ]);
}

/** Returns the status with what was given back, and since when it differs from an earlier one. */
function statusText(purchase: PurchaseSummary, t: Texts): string {
  const { taken, changedAt } = purchase;
  const title = t(`store:complete.status.${statusOf(purchase)}.title`);
  const isPart = statusOf(purchase) === "partRefunded";
  const refunded = isPart && taken ? `: ${decimal(taken.refunded ?? 0)} ${unitOf(t, taken.currency)}` : "";
  return `${title}${refunded}${changedAt === undefined ? "" : ` (${formatSortable(changedAt)})`}`;
}

/** Returns a plain decimal, which spreadsheet programs read in every language: 123456 → "1234.56". */
const decimal = (hundredths: number) => (Math.round(hundredths) / 100).toFixed(2);
