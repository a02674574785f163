import { addDays, dayOf } from "~/domain/japan-time";
import { orderTime } from "~/domain/order-number";
import { listOrders } from "#server/api/orders.server";
import { orderTokens } from "#server/session/order-token.server";
import type { Session } from "#server/session/session.server";
import type { Order } from "#server/wire/orders";

const PAGE_SIZE = 50;

/**
 * One order of the member. There is no call for one, but its number says when it was made, so the list of that
 * day (and its neighbours, whose zone the order service may mean) is searched.
 *
 * @throws Response 404 when it is no order number or the member has no such order; also without a valid token
 * for the order service, because no call may be made then
 * @throws ApiError
 */
export async function findOrder(session: Session, orderNumber: string, language: string): Promise<Order> {
  const time = orderTime(orderNumber);
  const tokens = time && (await orderTokens(session));
  if (!time || !tokens) throw notFound();
  const day = dayOf(time);
  const range = { from: addDays(day, -1), to: addDays(day, 1) };
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const { content, pagination } = await listOrders(tokens, { ...range, page, size: PAGE_SIZE }, language);
    const order = content.find((candidate) => candidate.orderNumber === orderNumber);
    if (order) return order;
    totalPages = pagination.totalPage;
  }
  throw notFound();
}

function notFound(): Response {
  return new Response(null, { status: 404 });
}
