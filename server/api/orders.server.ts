import { callApi } from "#server/api.server";
import type { TokenSource } from "#server/session/token-source";
import {
  orderConfirmedData,
  type OrderConfirmedData,
  orderCreatedData,
  type OrderCreatedData,
  orderListData,
  type OrderListData,
  type OrderListRequest,
  type OrderRequest,
} from "#server/wire/orders";
import type { z } from "zod";

/** Every call of the order service: its own base address, and `message` SUCCESS in place of `result` 1. */
async function callOrders<Schema extends z.ZodTypeAny>(
  tokens: TokenSource,
  method: "GET" | "POST",
  path: string,
  data: Schema,
  send: { query?: Record<string, string | number | undefined>; json?: unknown; language?: string },
) {
  return callApi({ service: "orders", method, path, tokens, data, ...send });
}

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
  return callOrders(tokens, "GET", "/v1/users/orders", orderListData, {
    query: { ...query },
    ...(language ? { language } : {}),
  });
}

/** POST /v1/users/orders: the order form. Answers the id to confirm. */
export async function createOrder(tokens: TokenSource, order: OrderRequest): Promise<OrderCreatedData> {
  return callOrders(tokens, "POST", "/v1/users/orders", orderCreatedData, { json: order });
}

/** POST /v1/users/orders/confirm */
export async function confirmOrder(
  tokens: TokenSource,
  orderId: string | number,
): Promise<OrderConfirmedData> {
  return callOrders(tokens, "POST", "/v1/users/orders/confirm", orderConfirmedData, { json: { orderId } });
}
