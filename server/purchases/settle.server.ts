import * as clock from "#server/runtime/clock.server";
import type { IntentReading } from "~/domain/purchase-summary";
import { askBook } from "./book.server";
import type { Buyer } from "./buyer.server";
import { features } from "./features.server";
import { changePurchase, findPurchase, lockedFor } from "./ledger.server";
import { isEnd } from "./machine.server";
import {
  hasIntent,
  applyEvent,
  isLost,
  isWatched,
  scheduleNextCheck,
  type Purchase,
} from "./purchase.server";
import { cancelAtApi, settleCard } from "./settle-card.server";
import { readHistory } from "./settle-history.server";
import { askOrder, confirm } from "./settle-order.server";

/** A purchase after somebody has looked, and what the provider says of its card. */
export interface Settled {
  purchase: Purchase;
  reading?: IntentReading;
}

/**
 * Finds out how a purchase stands, and does what is left to do: the API's list and the provider are asked about a card,
 * the list or the history about a balance, the order service again; what is paid is captured, what is captured is
 * confirmed. One at a time for each purchase; what cannot be known now is left for later.
 *
 * @returns undefined when the member has no such purchase
 * @throws StoreUnavailable, also when another request is at it for longer than 20 s; LedgerUnreadable
 */
export async function settle(buyer: Buyer, key: string): Promise<Settled | undefined> {
  return lockedFor(buyer.owner, `settle:${key}`, async () => {
    const purchase = await findPurchase(buyer.owner, key);
    if (!purchase) return undefined;
    const reading = await look(buyer, purchase);
    const seen = await findPurchase(buyer.owner, key);
    if (seen?.state === "confirming" && purchase.state !== "confirming") await confirm(buyer, seen);
    const now = await findPurchase(buyer.owner, key);
    if (now && isWatched(now, clock.now())) {
      await changePurchase(buyer.owner, key, (draft) => scheduleNextCheck(draft, clock.now()));
    }
    return now && { purchase: now, ...(reading && { reading }) };
  });
}

async function look(buyer: Buyer, purchase: Purchase): Promise<IntentReading | undefined> {
  if (purchase.state === "captured" || purchase.state === "refunded") return { kind: "succeeded" };
  if (purchase.state === "confirming") {
    await confirm(buyer, purchase);
    return { kind: "succeeded" };
  }
  if (isLost(purchase)) {
    await findOut(buyer, purchase);
    const now = await findPurchase(buyer.owner, purchase.key);
    if (now?.state !== "mismatch" || !hasIntent(now)) return undefined;
    // Nobody was given the secret of its intent, so nobody misses it.
    return (await cancelAtApi(buyer, now)) === "cancelled" ? { kind: "canceled" } : settleCard(buyer, now);
  }
  if (hasIntent(purchase)) return settleCard(buyer, purchase);
  if (purchase.kind === "order" && purchase.state === "asked") await askOrder(buyer, purchase);
  return undefined;
}

/** The API's list decides; without one the history is the next best. */
async function findOut(buyer: Buyer, purchase: Purchase): Promise<void> {
  const said = await askBook(buyer, purchase);
  if (said === "none") {
    await changePurchase(
      buyer.owner,
      purchase.key,
      (draft) => void applyEvent(draft, "found-none", clock.now()),
    );
  } else if (said === "unknown" && features.list.isMissing() && !isEnd(purchase.state)) {
    await readHistory(buyer, purchase);
  }
}
