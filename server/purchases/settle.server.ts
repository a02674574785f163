import * as clock from "#server/runtime/clock.server";
import type { IntentReading } from "~/domain/purchase-summary";
import { callApi } from "#server/api/api.server";
import type { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import { Code } from "#server/wire/codes";
import { ask, askThrice, repeatable } from "./asking.server";
import { askBook } from "./book.server";
import { features } from "./features.server";
import { type Buyer, changePurchase, findPurchase, lockedFor, recordEvent } from "./ledger.server";
import { isEnd } from "./machine.server";
import { orderRequestOf } from "./order-request.server";
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

/**
 * Settles one purchase: looks up its state at the API and the provider, then captures what is paid and confirms what
 * is captured. Runs under a lock of the purchase. What cannot be determined now is checked again later.
 *
 * @returns the state of its intent at the provider, too; undefined when the member has no such purchase
 */
export async function settle(buyer: Buyer, key: string) {
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
    return now && { purchase: now, reading };
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
    await recordEvent(buyer.owner, purchase.key, "found-none");
  } else if (result === "unknown" && features.list.isMissing() && !isEnd(purchase.state)) {
    await readHistory(buyer, purchase);
  }
}

/** Returns the bearer token for the order service; undefined when none can be had now. */
const bearerOf = async (buyer: Buyer) => (await ask(() => buyer.orderTokens())).answer;

/** Confirms an order whose payment is captured. */
export async function confirm(buyer: Buyer, purchase: Purchase): Promise<void> {
  const { orderId, key, transactionId } = purchase;
  const bearer = await bearerOf(buyer);
  if (orderId === undefined || !bearer) return;
  const order = { orderId, ...(transactionId !== undefined && { transactionId }) };
  const { answer } = await askThrice(
    repeatable(buyer.owner, purchase, (tryKey) =>
      callApi("confirmOrder", { tokens: bearer, key: tryKey, json: order }),
    ),
    ({ code }) => code !== Code.STORE_NOT_PAID,
  );
  if (!answer) return log.error({ orderId }, "paid, but the order is not confirmed");
  const { orderNumber } = answer;
  await changePurchase(buyer.owner, key, (draft) => {
    if (applyEvent(draft, "confirm", clock.now()) && orderNumber !== undefined)
      draft.orderNumber = orderNumber;
  });
}

/** Creates the order, or repeats the call with the same key. @returns the order service's refusal */
export async function askOrder(buyer: Buyer, purchase: Purchase): Promise<ApiError | undefined> {
  const bearer = await bearerOf(buyer);
  if (!bearer || !purchase.delivery) return undefined;
  const { answer, refused } = await ask(() =>
    callApi("createOrder", { tokens: bearer, key: purchase.key, json: orderRequestOf(purchase) }),
  );
  // Unknown, or the first request with this key is still running.
  if ((!answer && !refused) || refused?.code === Code.STORE_KEY_IN_PROGRESS) return undefined;
  await changePurchase(buyer.owner, purchase.key, (draft) => {
    if (refused) applyEvent(draft, "refuse", clock.now());
    else if (applyEvent(draft, "order-made", clock.now())) draft.orderId = answer?.orderId;
  });
  return refused;
}
