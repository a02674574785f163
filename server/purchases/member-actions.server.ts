import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";
import { watch } from "./background.server";
import { changeLedger, changePurchase, findPurchase, ownerOfSession } from "./ledger.server";
import { type Event, isEnd } from "./machine.server";
import { happen, isCardPurchase, type Purchase } from "./purchase.server";
import { settleFor } from "./reconcile.server";

/**
 * Notes that the browser is about to send a card, before it does: from then on the purchase is never forgotten.
 * "gone" when it is not the member's or not open any more; "captured" when another tab has finished it.
 */
export async function markSubmitted(
  session: Session,
  key: string,
): Promise<"submitted" | "captured" | "gone"> {
  const owner = ownerOfSession(session);
  const purchase = await changePurchase(owner, key, (draft) => {
    if (isCardPurchase(draft)) happen(draft, "submit", clock.now());
  });
  if (purchase?.state === "captured" || purchase?.state === "paid" || purchase?.state === "confirming") {
    return "captured";
  }
  if (purchase?.state !== "submitted") return "gone";
  await watch(session);
  return "submitted";
}

/**
 * The member gives a purchase up. One that a card may have been sent to is asked about first: when it was paid, it is
 * finished instead; when nobody can tell, it stays, and is looked at again.
 *
 * @returns the purchase as it is now; undefined when the member has no such one
 */
export async function drop(session: Session, key: string): Promise<Purchase | undefined> {
  const owner = ownerOfSession(session);
  const purchase = await findPurchase(owner, key);
  if (!purchase || isEnd(purchase.state)) return purchase;
  if (purchase.state === "submitted") await settleFor(session, purchase);
  return say(session, key, "drop");
}

/** What the member says where only the member can know; nothing happens where the machine does not ask for it. */
export async function say(
  session: Session,
  key: string,
  event: Extract<Event, "drop" | "say-taken" | "say-not-taken" | "say-refunded">,
): Promise<Purchase | undefined> {
  return changePurchase(ownerOfSession(session), key, (draft) => void happen(draft, event, clock.now()));
}

/** The member has been shown how these ended. */
export async function markTold(session: Session, keys: readonly string[]): Promise<void> {
  await changeLedger(ownerOfSession(session), (draft) => {
    for (const purchase of draft.purchases) {
      if (!purchase.isUntold || !keys.includes(purchase.key)) continue;
      delete purchase.isUntold;
      draft.settled += 1;
    }
  });
}
