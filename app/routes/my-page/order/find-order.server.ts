import { addDays } from "~/domain/calendar";
import { dayOf } from "~/domain/japan-time";
import { orderTime } from "~/domain/order-number";
import { callApi } from "#server/api/api.server";
import { orderTokens } from "#server/session/token-sources.server";
import type { Session } from "#server/session/session.server";
import type { Order } from "#server/wire/orders";

const PAGE_SIZE = 50;

/**
 * Returns one order of the member. The API has no call for it, but the order number contains its date, so this
 * searches the list of that day and its neighbours (the order service's time zone is unknown).
 *
 * @throws Response 404 if it is no order number, the member has no such order, or there is no valid token for the
 * order service, without which no call may be made
 * @throws ApiError
 */
export async function findOrder(session: Session, orderNumber: string, language: string): Promise<Order> {
  const time = orderTime(orderNumber);
  const tokens = time && (await orderTokens(session));
  if (!time || !tokens) throw notFound();
  const day = dayOf(time);
  const range = { from: addDays(day, -1), to: addDays(day, 1) };
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const { content, pagination } = await callApi("orders", {
      tokens,
      language,
      query: { ...range, page, size: PAGE_SIZE },
    });
    const order = content.find((candidate) => candidate.orderNumber === orderNumber);
    if (order) return order;
    totalPages = pagination.totalPage;
  }
  throw notFound();
}

function notFound(): Response {
  return new Response(null, { status: 404 });
}
