import { randomUUID } from "node:crypto";
import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";
import { unfinishedFor } from "./create.server";
import { nextKey } from "./keys.server";
import { changeLedger, type KeyedLedger, type Ledger, ownerOfSession, readLedger } from "./ledger.server";
import { isEnd, moneyOf } from "./machine.server";
import { type Delivery, openCheckout, type Purchase, type Wanted } from "./purchase.server";

/** Stores the input of an order with delivery, in place of the previous one, under the key of the future purchase. */
export async function keepCheckout(session: Session, order: Wanted, fields: Delivery): Promise<void> {
  const owner = ownerOfSession(session);
  await changeLedger(owner, (draft) => {
    const key = keyFor(owner, draft, order.objectId);
    draft.checkout = { ...order, fields, key, version: randomUUID(), savedAt: clock.now() };
  });
}

function keyFor(owner: string, ledger: KeyedLedger, objectId: number): string {
  const { checkout, purchases } = ledger;
  const isOver = purchases.some(({ key, state }) => key === checkout?.key && isEnd(state));
  if (checkout?.objectId === objectId && !isOver) return checkout.key;
  return unfinishedFor(ledger, objectId, "order")?.key ?? nextKey(owner, ledger, `order ${objectId}`);
}

/** Returns the stored input of an item's order; undefined once it is confirmed or older than 30 days. */
export function openFields({ checkout, purchases }: Ledger, objectId: number): Delivery | undefined {
  const open = openCheckout(checkout, purchases, clock.now());
  return open?.objectId === objectId ? open.fields : undefined;
}

/**
 * Returns what the confirmation page of an item has to show: `checkout`, the input that waits for its confirmation;
 * otherwise `placedKey`, of its order or of the item's latest placed order; or `isExpired`, if the input was removed
 * after 30 days without an order. A double click, the back button and a tab that stayed open find the placed order.
 */
export async function checkoutOf(session: Session, objectId: number) {
  const { purchases, ...ledger } = await readLedger(ownerOfSession(session));
  const kept = ledger.checkout?.objectId === objectId ? ledger.checkout : undefined;
  const orders = purchases.filter((each) => each.kind === "order" && each.objectId === objectId);
  const latest = orders.filter(isPlaced).at(-1)?.key;
  const open = openCheckout(kept, purchases, clock.now());
  if (open) {
    const isWaiting = !orders.some((each) => each.key === open.key && isPlaced(each));
    return isWaiting ? { checkout: open } : { placedKey: latest };
  }
  // The page says that the input is deleted, so delete it now: the next write may be days away.
  const ended = kept
    ? (await changeLedger(ownerOfSession(session), () => undefined)).endedCheckout
    : ledger.endedCheckout;
  if (ended?.objectId !== objectId) return { placedKey: latest };
  const isOrdered = ended.isCaptured || orders.some(({ key }) => key === ended.key);
  return isOrdered ? { placedKey: ended.key } : { isExpired: true };
}

/** Returns whether the order is paid, or its card was submitted: it needs no confirmation any more. */
const isPlaced = ({ kind, state }: Purchase) => state === "submitted" || moneyOf(kind, state) === "taken";

/** Updates the stored order to the item's new price. */
export async function repriceCheckout(session: Session, now: Wanted): Promise<void> {
  await changeLedger(ownerOfSession(session), (draft) => {
    if (draft.checkout) Object.assign(draft.checkout, now, { version: randomUUID() });
  });
}
