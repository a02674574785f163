import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import type { TokenSource } from "./token-source";
import type { OrderListRequest, OrderRequest } from "#server/wire/orders";

/**
 * Lists orders, newest first (GET /v1/users/orders). `from` and `to` are dates in Japan time (YYYY-MM-DD).
 *
 * @param tokens from `orderTokens` (session/token-sources.server.ts), which checks the order service's token first
 * @param language of product names, as a BCP 47 tag
 */
export const listOrders = (tokens: TokenSource, query: OrderListRequest, language?: string) =>
  callApi(calls.orders, { tokens, query, language });

/** Creates an order (POST /v1/users/orders). Returns the id to confirm. */
export const createOrder = (tokens: TokenSource, key: string, order: OrderRequest) =>
  callApi(calls.createOrder, { tokens, json: order, key });

/** Confirms an order (POST /v1/users/orders/confirm) with the transaction that pays for it. */
export const confirmOrder = (
  tokens: TokenSource,
  key: string,
  order: { orderId: string | number; transactionId?: string | undefined },
) => callApi(calls.confirmOrder, { tokens, json: order, key });
