import type { CardSetup, PurchaseSummary } from "~/domain/purchase-summary";
import { env } from "#server/config/env.server";
import type { Purchase } from "./purchase.server";

/** Returns the fields of a purchase that its member's browser needs. */
export function summaryOf(purchase: Purchase): PurchaseSummary {
  const { key, kind, state, objectId, name, quantity, amount, currency, createdAt } = purchase;
  const { transactionId, clientSecret, lines, taken, orderNumber, line, isDeclined } = purchase;
  return {
    ...{ key, kind, state, objectId, name, quantity, amount, currency },
    createdAt: new Date(createdAt).toISOString(),
    ...(transactionId !== undefined && { transactionId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(orderNumber !== undefined && { orderNumber }),
    ...(taken && { taken: { ...taken, at: new Date(taken.at).toISOString() } }),
    ...(line !== undefined && { historyLine: line }),
    ...(isDeclined && { isDeclined }),
    ...(lines && { lines }),
  };
}

/** Returns the browser's settings for the payment provider; undefined when no key is configured. */
export function cardSetup(): CardSetup | undefined {
  const { stripePublishableKey, stripeJsUrl } = env();
  return stripePublishableKey === undefined
    ? undefined
    : { publishableKey: stripePublishableKey, scriptUrl: stripeJsUrl };
}
