import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import type { TokenSource } from "./token-source";
import {
  type OrderConfirmedData,
  type OrderCreatedData,
  type OrderListData,
  type OrderListRequest,
  type OrderRequest,
} from "#server/wire/orders";

/**
 * GET /v1/users/orders, newest first. `from` and `to` are days of Japan time (YYYY-MM-DD).
 *
 * @param tokens of `orderTokens` (session/order-token.server.ts), which checks the order service's token first
 * @param language of the products' names, as a BCP 47 tag
 */
export async function listOrders(
  tokens: TokenSource,
  query: OrderListRequest,
  language?: string,
): Promise<OrderListData> {
  return callApi(calls.orders, { tokens, query, language });
}

/** POST /v1/users/orders: the order form. Answers the id to confirm. */
export async function createOrder(
  tokens: TokenSource,
  key: string,
  order: OrderRequest,
): Promise<OrderCreatedData> {
  return callApi(calls.createOrder, { tokens, json: order, key });
}

/** POST /v1/users/orders/confirm: the transaction that pays for the order goes along. */
export async function confirmOrder(
  tokens: TokenSource,
  key: string,
  order: { orderId: string | number; transactionId?: string | undefined },
): Promise<OrderConfirmedData> {
  return callApi(calls.confirmOrder, { tokens, json: order, key });
}
