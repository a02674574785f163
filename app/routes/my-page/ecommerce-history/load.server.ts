import { listOrders } from "#server/api/orders.server";
import { orderTokens } from "#server/session/token-sources.server";
import type { Session } from "#server/session/session.server";
import type { OrderListData } from "#server/wire/orders";

/** The same for every list of the site (public-site-and-community.md section 9). */
const PAGE_SIZE = 10;

/**
 * Returns one page of the member's orders; a page outside the range becomes page 1 (docs/decisions/0002).
 *
 * @returns undefined without a valid token for the order service, in which case no call is made
 */
export async function loadOrders(
  session: Session,
  page: number,
  language: string,
): Promise<OrderListData | undefined> {
  const tokens = await orderTokens(session);
  if (!tokens) return undefined;
  const data = await listOrders(tokens, { page, size: PAGE_SIZE }, language);
  const asked = page === 1 || page <= data.pagination.totalPage;
  const answer = asked ? data : await listOrders(tokens, { page: 1, size: PAGE_SIZE }, language);
  return { ...answer, pagination: { ...answer.pagination, currentPage: asked ? page : 1 } };
}
