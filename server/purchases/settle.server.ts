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

/** A purchase after a check, and the state of its intent at the provider. */
export interface Settled {
  purchase: Purchase;
  reading?: IntentReading;
}

/**
 * Settles one purchase: looks up its state at the API and the provider, then captures what is paid and confirms what
 * is captured. Runs under a lock of the purchase. What cannot be determined now is checked again later.
 *
 * @returns undefined when the member has no such purchase
 * @throws StoreUnavailable, also when another request holds the lock for more than 20 s; LedgerUnreadable
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
    // The member never received the intent's secret, so cancelling it is safe.
    return (await cancelAtApi(buyer, now)) === "cancelled" ? { kind: "canceled" } : settleCard(buyer, now);
  }
  if (hasIntent(purchase)) return settleCard(buyer, purchase);
  if (purchase.kind === "order" && purchase.state === "asked") await askOrder(buyer, purchase);
  return undefined;
}

/** Looks the purchase up in the API's list, or in the history if the API has no list. */
async function findOut(buyer: Buyer, purchase: Purchase): Promise<void> {
  const result = await askBook(buyer, purchase);
  if (result === "none") {
    await changePurchase(
      buyer.owner,
      purchase.key,
      (draft) => void applyEvent(draft, "found-none", clock.now()),
    );
  } else if (result === "unknown" && features.list.isMissing() && !isEnd(purchase.state)) {
    await readHistory(buyer, purchase);
  }
}
