import { createHash } from "node:crypto";
import { onOurClock } from "#server/api/api-clock.server";
import type { BookRow } from "#server/wire/store";
import { newEpoch } from "./keys.server";
import type { KeyedLedger } from "./ledger.server";
import { CLOCKS_MS, DECIDED_AFTER_MS } from "./limits.server";
import type { Kind, State } from "./machine.server";
import { applyEvent, isLost, type Purchase } from "./purchase.server";

const kindOf: Record<BookRow["kind"], Kind> = { BALANCE: "balance", CARD: "card", ORDER: "order" };

/** The state of a purchase of which nothing but a row of the API's list is known. */
function stateOf({ status, kind }: BookRow): State {
  switch (status) {
    case "CREATED":
    case "PROCESSING":
      // A card may have been sent to it: the ledger that would know is lost.
      return kind === "BALANCE" ? "asked" : "submitted";
    case "CAPTURED":
      // Confirmed again if it was: the order service gives the same answer.
      return kind === "ORDER" ? "confirming" : "captured";
    case "REJECTED":
      return "refused";
    case "CANCELED":
    case "EXPIRED":
      return kind === "BALANCE" ? "refused" : "cancelled";
    case "REFUNDED":
      return "refunded";
  }
}

/** What the member is out of, once something was taken. */
function takenOf({
  amount,
  amountTaken,
  currency,
  capturedAt,
  updatedAt,
  status,
}: BookRow): Purchase["taken"] {
  if (status !== "CAPTURED" && status !== "REFUNDED") return undefined;
  const refunded = amount - amountTaken;
  return { amount, currency, at: Date.parse(capturedAt ?? updatedAt), ...(refunded > 0 && { refunded }) };
}

/** What a row says that a purchase did not know. Edits the draft. */
function learn(draft: Purchase, row: BookRow, now: number): void {
  draft.transactionId ??= row.transactionId;
  if (row.externalTransactionId !== undefined) draft.intentId ??= row.externalTransactionId;
  if (row.orderId !== undefined) draft.orderId ??= row.orderId;
  const taken = takenOf(row);
  if (taken) draft.taken = taken;
  switch (row.status) {
    case "CAPTURED":
      if (!applyEvent(draft, "capture", now)) applyEvent(draft, "found", now);
      break;
    case "REJECTED":
    case "CANCELED":
    case "EXPIRED":
      // "paid" stays: the provider has the money, so this row is not the last word.
      if (!applyEvent(draft, "cancel", now)) applyEvent(draft, "found-none", now);
      break;
    case "REFUNDED":
      applyEvent(draft, "refund", now);
      break;
    default:
      break;
  }
}

const KEY = /^[\w-]{16,64}$/;

/** A purchase that this ledger does not know: of a lost one, of another site, or of the app. */
function purchaseOf(row: BookRow, isKeyFree: (key: string) => boolean): Purchase {
  const { transactionId, idempotencyKey = "", objectId, objectName, quantity, amount, currency } = row;
  const made = createHash("sha256").update(`transaction ${transactionId}`).digest("base64url").slice(0, 32);
  const createdAt = Date.parse(row.createdAt);
  const taken = takenOf(row);
  return {
    key: KEY.test(idempotencyKey) && isKeyFree(idempotencyKey) ? idempotencyKey : made,
    kind: kindOf[row.kind],
    state: stateOf(row),
    objectId,
    name: objectName,
    quantity,
    unitAmount: Math.round(amount / quantity),
    amount,
    currency,
    transactionId,
    ...(row.externalTransactionId !== undefined && { intentId: row.externalTransactionId }),
    ...(row.orderId !== undefined && { orderId: row.orderId }),
    ...(taken && { taken }),
    createdAt,
    changedAt: Date.parse(row.updatedAt),
    looks: 0,
    lookAt: 0,
  };
}

/**
 * Whether a row that carries a purchase's key is of another purchase: the ledger was put back from an older copy, so the
 * key was made a second time, and the API has done nothing for it now.
 */
function isOther(row: BookRow, { createdAt, objectId, quantity, isKeyUsed }: Purchase): boolean {
  const isEarlier = onOurClock(Date.parse(row.createdAt)) < createdAt - CLOCKS_MS;
  return isKeyUsed === true || isEarlier || row.objectId !== objectId || row.quantity !== quantity;
}

/** Whether a row without a key may be a purchase whose answer never came: an API may list purchases and not note keys. */
function mayBe(row: BookRow, purchase: Purchase): boolean {
  const { transactionId, objectId, quantity, createdAt, sentAt = createdAt } = purchase;
  const at = onOurClock(Date.parse(row.createdAt));
  return (
    isLost(purchase) &&
    row.idempotencyKey === undefined &&
    transactionId === undefined &&
    row.objectId === objectId &&
    row.quantity === quantity &&
    at >= createdAt - CLOCKS_MS &&
    at <= sentAt + DECIDED_AFTER_MS
  );
}

/** Whether a row is a purchase's by its key, though an answer of the API named another transaction. */
function isByKey(row: BookRow, { key, transactionId }: Purchase, rows: readonly BookRow[]): boolean {
  if (key !== row.idempotencyKey) return false;
  return transactionId === undefined || rows.every((each) => each.transactionId !== transactionId);
}

/**
 * Brings rows of the API's list into a ledger. What the ledger does not know is entered, without a message to the member,
 * whom nobody has to tell of a purchase of last month. Edits the draft.
 *
 * @param isWhole whether `rows` has all rows of the keys in it; then the list corrects a transaction id that an answer
 * gave wrongly
 * @returns keys of which all rows have to be read
 */
export function mergeRows(
  draft: KeyedLedger,
  rows: readonly BookRow[],
  now: number,
  isWhole: boolean,
): string[] {
  const unclear: string[] = [];
  for (const row of rows) {
    const known =
      draft.purchases.find(({ transactionId }) => transactionId === row.transactionId) ??
      draft.purchases.find((each) => isByKey(row, each, rows)) ??
      draft.purchases.find((each) => mayBe(row, each));
    if (known?.transactionId !== undefined && known.transactionId !== row.transactionId) {
      if (!isWhole) {
        unclear.push(known.key);
        continue;
      }
      delete known.transactionId;
    }
    if (known && (known.transactionId !== undefined || !isOther(row, known))) {
      learn(known, row, now);
      continue;
    }
    if (known) {
      // Nothing was taken for it under this key, and no key of this ledger can be trusted to be new.
      applyEvent(known, "found-none", now);
      draft.epoch = newEpoch();
    }
    draft.purchases.push(purchaseOf(row, (key) => draft.purchases.every((each) => each.key !== key)));
  }
  draft.purchases.sort((a, b) => a.createdAt - b.createdAt);
  return unclear;
}
