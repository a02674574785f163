import { randomUUID } from "node:crypto";
import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";
import { unfinishedFor } from "./create.server";
import { nextKey } from "./keys.server";
import { changeLedger, type KeyedLedger, type Ledger, ownerOfSession, readLedger } from "./ledger.server";
import { isEnd } from "./machine.server";
import type { Wanted } from "./order-request.server";
import type { Checkout, Delivery, Purchase } from "./purchase.server";

/**
 * Stores the input of an order with delivery, under the key of the future purchase. Replaces the previous input.
 * `openCheckout` removes it when the order is captured, or after 30 days.
 */
export async function keepCheckout(session: Session, order: Wanted, fields: Delivery): Promise<void> {
  const owner = ownerOfSession(session);
  await changeLedger(owner, (draft) => {
    const key = keyFor(owner, draft, order.objectId);
    draft.checkout = { ...order, fields, key, version: randomUUID(), savedAt: clock.now() };
  });
}

function keyFor(owner: string, ledger: KeyedLedger, objectId: number): string {
  const kept = ledger.checkout?.objectId === objectId ? ledger.checkout.key : undefined;
  const isFree = kept !== undefined && !isOver(ledger, kept);
  return isFree
    ? kept
    : (unfinishedFor(ledger, objectId, "order")?.key ?? nextKey(owner, ledger, `order ${objectId}`));
}

const isOver = ({ purchases }: Ledger, key: string) =>
  purchases.some((each) => each.key === key && isEnd(each.state));

/**
 * Returns the input that waits for its confirmation, or the latest placed order of the item. The second half of a
 * double click and the back button find the placed order.
 */
export async function checkoutOf(
  session: Session,
  objectId: number,
): Promise<{ checkout?: Checkout; placed?: Purchase }> {
  const ledger = await readLedger(ownerOfSession(session));
  const checkout = ledger.checkout?.objectId === objectId ? ledger.checkout : undefined;
  const orders = ledger.purchases.filter((each) => each.kind === "order" && each.objectId === objectId);
  const isWaiting = checkout && !orders.some((each) => each.key === checkout.key && isPlaced(each));
  const placed = orders.filter(isPlaced).at(-1);
  return { ...(isWaiting && { checkout }), ...(placed && { placed }) };
}

/** Returns whether the order is paid, or its card was submitted: it needs no confirmation any more. */
const isPlaced = ({ state }: Purchase) =>
  state === "submitted" || state === "paid" || state === "confirming" || state === "captured";

/** Updates the stored order to the item's new price. */
export async function repriceCheckout(session: Session, now: Wanted): Promise<void> {
  await changeLedger(ownerOfSession(session), (draft) => {
    if (draft.checkout) Object.assign(draft.checkout, now, { version: randomUUID() });
  });
}
