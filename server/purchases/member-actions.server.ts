import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";
import { runInBackground } from "./background-task.server";
import { buyerOf, changePurchase, findPurchase, ownerOfSession } from "./ledger.server";
import { type Event, isEnd, moneyOf } from "./machine.server";
import { applyEvent, hasIntent, isCardPurchase, mayBePaid, type Purchase } from "./purchase.server";
import { settleFor } from "./reconcile.server";
import { watchMember } from "./watch.server";
import { believeDecline, cancelAtApi } from "./settle.server";

/**
 * Records that a card is about to be submitted.
 *
 * @returns "gone" if the purchase is not open any more, "other" if the member has no such purchase
 */
export async function markSubmitted(session: Session, key: string) {
  const owner = ownerOfSession(session);
  const purchase = await changePurchase(owner, key, (draft) => {
    if (isCardPurchase(draft) && applyEvent(draft, "submit", clock.now())) draft.sentAt = clock.now();
  });
  if (!purchase) return "other";
  if (moneyOf(purchase.kind, purchase.state) === "taken") return "captured";
  if (purchase.state !== "submitted") return "gone";
  await watchMember(session);
  return "submitted";
}

/**
 * Drops a purchase. Its intent is cancelled at the API, after which no money can move. If the API cannot cancel and a
 * card may have been submitted, the provider decides: a paid purchase is finished, a declined one ends, any other
 * stays under observation. Returns the purchase as it is now; undefined when the member has no such purchase.
 */
export async function drop(session: Session, key: string): Promise<Purchase | undefined> {
  const owner = ownerOfSession(session);
  const purchase = await findPurchase(owner, key);
  if (!purchase || isEnd(purchase.state)) return purchase;
  const wasSent = purchase.state === "submitted" || purchase.state === "dropped";
  const settled = wasSent ? await settleFor(session, purchase) : undefined;
  const now = settled?.purchase ?? purchase;
  if (isEnd(now.state) || now.state === "paid" || now.state === "confirming") return now;
  const card = settled?.reading?.kind === "card" ? settled.reading : undefined;
  if (hasIntent(now)) {
    const cancelled = await runInBackground(() => cancelAtApi(buyerOf(session), now));
    if (cancelled === "going-on") return (await settleFor(session, now))?.purchase ?? now;
    if (cancelled === "cancelled") {
      return changePurchase(owner, key, (draft) => {
        if (card?.reason && draft.state === "cancelled") draft.isDeclined = true;
      });
    }
    if (card?.reason) {
      await believeDecline(buyerOf(session), now, true);
      await watchMember(session);
      return findPurchase(owner, key);
    }
    // It may be paid although no card was announced: an older backup of the ledger can have been put back.
    const seen = wasSent ? undefined : (await settleFor(session, now))?.purchase;
    if (seen && mayBePaid(seen)) return seen;
  }
  return say(session, key, "drop");
}

/** Applies the member's own statement about a purchase. Ignored in a state that does not ask for it. */
export async function say(session: Session, key: string, event: Extract<Event, "drop" | `say-${string}`>) {
  return changePurchase(ownerOfSession(session), key, (draft) => {
    const [line] = draft.lines ?? [];
    if (!applyEvent(draft, event, clock.now()) || event !== "say-taken" || draft.lines?.length !== 1 || !line)
      return;
    draft.line = line.id;
    const { amount, currency = draft.currency, at } = line;
    draft.taken = { amount: Math.round(amount * 100), currency, at: Date.parse(at) };
  });
}
