import { createHash } from "node:crypto";
import type { Kind, State } from "~/domain/purchase-summary";
import { onOurClock } from "#server/api/api-clock.server";
import type { BookRow } from "#server/wire/store";
import { newEpoch, readKey } from "./keys.server";
import type { KeyedLedger } from "./ledger.server";
import { isEnd } from "./machine.server";
import {
  applyEvent,
  CLOCKS_MS,
  DECIDED_AFTER_MS,
  isLost,
  type Purchase,
  releaseMoney,
} from "./purchase.server";
import { tell } from "./told.server";

const kindOf: Record<BookRow["kind"], Kind> = { BALANCE: "balance", CARD: "card", ORDER: "order" };

/** Returns the initial state of a purchase that is known only from a row of the API's list. */
function stateOf({ status, kind }: BookRow): State {
  switch (status) {
    case "CREATED":
    case "PROCESSING":
      // Assumes that a card was submitted, because the ledger that recorded it is lost.
      return kind === "BALANCE" ? "asked" : "submitted";
    case "CAPTURED":
      return "captured";
    case "REJECTED":
      return "refused";
    case "CANCELED":
    case "EXPIRED":
      return kind === "BALANCE" ? "refused" : "cancelled";
    case "REFUNDED":
      return "refunded";
  }
}

/** The API confirms a paid order by itself within this time (contract/money.md, M7.5). */
const CONFIRMED_BY_API_MS = 24 * 60 * 60_000;

function takenOf(row: BookRow): Purchase["taken"] {
  const { amount, amountTaken, currency, capturedAt, updatedAt, status } = row;
  if (status !== "CAPTURED" && status !== "REFUNDED") return undefined;
  const refunded = amount - amountTaken;
  return { amount, currency, at: Date.parse(capturedAt ?? updatedAt), ...(refunded > 0 && { refunded }) };
}

/** Copies what a row adds to a purchase. An older row than the last one, of a slower read, adds nothing. */
function learn(draft: Purchase, row: BookRow, now: number): void {
  const rowAt = Date.parse(row.updatedAt);
  if (rowAt < (draft.rowAt ?? 0)) return;
  draft.rowAt = rowAt;
  draft.transactionId ??= row.transactionId;
  draft.intentId ??= row.externalTransactionId;
  draft.orderId ??= row.orderId;
  const taken = takenOf(row);
  if (taken) draft.taken = taken;
  switch (row.status) {
    case "CAPTURED":
      if (!applyEvent(draft, "capture", now)) applyEvent(draft, "found", now);
      break;
    case "REJECTED":
    case "CANCELED":
    case "EXPIRED":
      // What is paid as far as the provider says stays until the provider says otherwise (settle.server.ts).
      if (draft.state === "paid") break;
      if (!releaseMoney(draft, now) && !applyEvent(draft, "cancel", now))
        applyEvent(draft, "found-none", now);
      break;
    case "REFUNDED":
      applyEvent(draft, "refund", now);
      break;
    default:
      break;
  }
}

/**
 * Creates a purchase that the ledger does not have: from a lost ledger, another site or the app. It is silent: the
 * member may have been told weeks ago.
 */
export function purchaseOf(row: BookRow, now: number, isKeyFree: (key: string) => boolean): Purchase {
  const { transactionId, idempotencyKey, objectId, objectName, quantity, amount, currency } = row;
  const made = createHash("sha256").update(`transaction ${transactionId}`).digest("base64url").slice(0, 32);
  const key = readKey(idempotencyKey);
  const createdAt = Date.parse(row.createdAt);
  const taken = takenOf(row);
  const isRecentOrder =
    row.kind === "ORDER" && now - onOurClock(Date.parse(row.updatedAt)) < CONFIRMED_BY_API_MS;
  const purchase: Purchase = {
    key: key !== undefined && isKeyFree(key) ? key : made,
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
    ...(isRecentOrder && row.status === "CAPTURED" && { needsConfirm: true }),
    createdAt,
    changedAt: Date.parse(row.updatedAt),
    rowAt: Date.parse(row.updatedAt),
    looks: 0,
    lookAt: 0,
  };
  if (isEnd(purchase.state)) tell(purchase, now);
  return purchase;
}

/** Returns whether a row with the purchase's key is for other content: the key belongs to another purchase. */
function isOther(row: BookRow, { objectId, quantity }: Purchase): boolean {
  return row.objectId !== objectId || row.quantity !== quantity;
}

/** Returns whether a row is older than the purchase: the form was sent before, and the ledger has lost it since. */
const isEarlier = (row: Pick<BookRow, "createdAt">, { createdAt }: Pick<Purchase, "createdAt">) =>
  onOurClock(Date.parse(row.createdAt)) < createdAt - CLOCKS_MS;

/** Returns whether a row without a key, as of an API that stores none, may be a purchase whose response was lost. */
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

/** Returns whether a row belongs to a purchase by key, even if a response of the API named another transaction. */
function isByKey(row: BookRow, { key, transactionId }: Purchase, rows: readonly BookRow[]): boolean {
  return key === row.idempotencyKey && rows.every((each) => each.transactionId !== transactionId);
}

/** Returns whether a row, of a purchase too old for the ledger, was refunded since the last read of the list. */
function isNewRefund(
  { createdAt, updatedAt, amount, amountTaken, status }: BookRow,
  bookAt?: number,
): boolean {
  if (bookAt === undefined || (status !== "REFUNDED" && status !== "CAPTURED")) return false;
  return (
    Date.parse(createdAt) < bookAt && Date.parse(updatedAt) >= bookAt - CLOCKS_MS && amountTaken < amount
  );
}

/**
 * Merges rows of the API's list into the draft; unknown purchases without a message, because they may be weeks old.
 * `isWhole`: `rows` has all rows of its keys, so it corrects a wrong transaction id. @returns keys to read wholly
 */
export function mergeRows(draft: KeyedLedger, rows: readonly BookRow[], now: number, isWhole: boolean) {
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
      // The ledger is an older copy: other form ids of its epoch may have been issued too, so a new epoch starts.
      if (known.transactionId === undefined && isEarlier(row, known)) draft.epoch = newEpoch();
      learn(known, row, now);
      continue;
    }
    if (known) {
      // Nothing was taken under this key. Other keys of this epoch may be in use too, so a new epoch starts.
      applyEvent(known, "found-none", now);
      draft.epoch = newEpoch();
    }
    const forgotten = purchaseOf(row, now, (key) => draft.purchases.every((each) => each.key !== key));
    if (isNewRefund(row, draft.bookAt)) delete forgotten.told;
    draft.purchases.push(forgotten);
  }
  draft.purchases.sort((a, b) => a.createdAt - b.createdAt);
  return unclear;
}
