import * as clock from "#server/runtime/clock.server";
import { confirmOrder, createOrder } from "#server/api/orders.server";
import type { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import { Code } from "#server/wire/codes";
import { ask, askThrice } from "./asking.server";
import type { Buyer } from "./buyer.server";
import { changePurchase } from "./ledger.server";
import { orderRequestOf } from "./order-request.server";
import { applyEvent, type Purchase } from "./purchase.server";
import { repeatable } from "./repeat-call.server";

/** Returns the bearer token for the order service; undefined when none can be had now. */
async function bearerOf(buyer: Buyer) {
  const tokens = await ask(() => buyer.orderTokens());
  return tokens !== "unknown" && "answer" in tokens ? tokens.answer : undefined;
}

/** Confirms an order whose payment is captured. */
export async function confirm(buyer: Buyer, purchase: Purchase): Promise<void> {
  const { orderId, key, transactionId } = purchase;
  const bearer = await bearerOf(buyer);
  if (orderId === undefined || !bearer) return;
  const order = { orderId, ...(transactionId !== undefined && { transactionId }) };
  const asked = await askThrice(
    repeatable(buyer.owner, purchase, (tryKey) => confirmOrder(bearer, tryKey, order)),
    ({ code }) => code !== Code.STORE_NOT_PAID,
  );
  if (asked === "unknown" || "refused" in asked) {
    log.error({ orderId }, "paid, but the order is not confirmed");
    return;
  }
  await changePurchase(buyer.owner, key, (draft) => {
    const { orderNumber } = asked.answer;
    if (applyEvent(draft, "confirm", clock.now()) && orderNumber !== undefined)
      draft.orderNumber = orderNumber;
  });
}

/**
 * Creates the order, or repeats the call with the same key. Nothing is promised before the confirmation.
 *
 * @returns the order service's refusal; undefined otherwise
 */
export async function askOrder(buyer: Buyer, purchase: Purchase): Promise<ApiError | undefined> {
  const bearer = await bearerOf(buyer);
  if (!bearer || !purchase.delivery) return undefined;
  const asked = await ask(() => createOrder(bearer, purchase.key, orderRequestOf(purchase)));
  if (asked === "unknown") return undefined;
  // The first request with this key is still running.
  if ("refused" in asked && asked.refused.code === Code.STORE_KEY_IN_PROGRESS) return undefined;
  await changePurchase(buyer.owner, purchase.key, (draft) => {
    if ("refused" in asked) applyEvent(draft, "refuse", clock.now());
    else if (applyEvent(draft, "order-made", clock.now())) draft.orderId = asked.answer.orderId;
  });
  return "refused" in asked ? asked.refused : undefined;
}
