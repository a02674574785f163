/** How long the site keeps what it knows about purchases (docs/purchases.md, "What is kept"). Pure. */

import { isEnd, moneyOf } from "./machine.server";
import {
  applyEvent,
  type Checkout,
  DAY_MS,
  formOf,
  isOver,
  type Purchase,
  WATCHED_MS,
} from "./purchase.server";
import { dueNews, noteNews } from "./told.server";

/** How long a purchase that took nothing waits for its payment, by kind. */
const WAITING_MS = { balance: WATCHED_MS, card: DAY_MS, order: 30 * DAY_MS };

/** Returns whether a purchase is too old to wait for and should expire. */
export function isOverdue(purchase: Purchase, now: number): boolean {
  if (isEnd(purchase.state)) return false;
  const waits = moneyOf(purchase.kind, purchase.state) === "not-taken";
  return now - purchase.createdAt > (waits ? WAITING_MS[purchase.kind] : WATCHED_MS);
}

const MOST_ENDED = 200;

/** Keeps for 180 days what has not ended or not been told, and for 90 days the 200 newest of the others. */
export function pruned(purchases: readonly Purchase[], now: number): Purchase[] {
  const isProtected = (purchase: Purchase) => !isEnd(purchase.state) || dueNews(purchase) !== undefined;
  const ended = purchases
    .filter((purchase) => !isProtected(purchase) && now - purchase.changedAt < WATCHED_MS)
    .sort((a, b) => b.changedAt - a.changedAt)
    .slice(0, MOST_ENDED);
  return purchases.filter(
    (purchase) =>
      (isProtected(purchase) && now - purchase.createdAt < 2 * WATCHED_MS) || ended.includes(purchase),
  );
}

/** How long an order's input (name, phone, address) waits for its confirmation. */
const CHECKOUT_MS = 30 * DAY_MS;

const orderOf = (checkout: Checkout, purchases: readonly Purchase[]) =>
  purchases.find((each) => formOf(each) === checkout.key && each.state === "captured");

/** Returns the input of an order until the order is captured, or for 30 days. */
export function openCheckout(checkout: Checkout | undefined, purchases: readonly Purchase[], now: number) {
  if (!checkout || orderOf(checkout, purchases)) return undefined;
  return now - (checkout.savedAt ?? now) > CHECKOUT_MS ? undefined : checkout;
}

/** Returns what is kept of a checkout that `openCheckout` removes; nothing that the member typed. */
export function endedCheckout(checkout: Checkout, purchases: readonly Purchase[]) {
  const order = orderOf(checkout, purchases);
  return { objectId: checkout.objectId, key: order?.key ?? checkout.key, isCaptured: order !== undefined };
}

/** The parts of a ledger that leave it by the clock. */
interface ExpiringParts {
  purchases: Purchase[];
  checkout?: Checkout | undefined;
  endedCheckout?: ReturnType<typeof endedCheckout> | undefined;
}

/** Removes from the draft what is due by now, and versions changed outcomes. Every write and every sweep runs it. */
export function tidy(draft: ExpiringParts, now: number): void {
  for (const purchase of draft.purchases) {
    if (isOverdue(purchase, now)) applyEvent(purchase, "expire", now);
    noteNews(purchase, now);
    // The order service has its own copy by now, or never gets one.
    if (isEnd(purchase.state)) delete purchase.delivery;
    if (dueNews(purchase) === undefined) delete purchase.isUntold;
    else purchase.isUntold = true;
  }
  draft.purchases = pruned(draft.purchases, now);
  const open = openCheckout(draft.checkout, draft.purchases, now);
  if (draft.checkout && !open) draft.endedCheckout = endedCheckout(draft.checkout, draft.purchases);
  draft.checkout = open;
}

/** Returns how many purchases are over now and were not before: each one changes the form ids issued from now on. */
export function newlyOver(before: readonly Purchase[], after: readonly Purchase[]): number {
  const over = new Set(before.filter(isOver).map(({ key }) => key));
  return after.filter((each) => isOver(each) && !over.has(each.key)).length;
}
