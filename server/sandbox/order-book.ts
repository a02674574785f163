import type { Statement } from "./database";
import type { Services } from "./services";
import { orderNumber } from "./japan";

/** The statements that make an order of items that are paid for, or (status CREATED) wait to be confirmed. */
export async function orderStatements(
  services: Services,
  order: {
    memberId: number;
    items: { productId: number; quantity: number }[];
    total: number;
    currency: string;
    status: "CREATED" | "CONFIRMED";
    delivery?: string;
  },
): Promise<{ number: string; statements: Statement[] }> {
  const at = services.now();
  const prefix = orderNumber(at, 0).slice(0, -1);
  const same = await services.db.one<{ n: number }>(
    "SELECT COUNT(*) AS n FROM orders WHERE number LIKE ? || '%'",
    [prefix],
  );
  const number = `${prefix}${(same?.n ?? 0) + 1}`;
  return {
    number,
    statements: [
      {
        sql: `INSERT INTO orders (member_id, number, total, currency, status, delivery, created_at)
          VALUES (?, ?, ?, ?, ?, ?, ?)`,
        args: [order.memberId, number, order.total, order.currency, order.status, order.delivery ?? null, at],
      },
      ...order.items.map(({ productId, quantity }) => ({
        sql: "INSERT INTO order_items (order_id, product_id, quantity) SELECT id, ?, ? FROM orders WHERE number = ?",
        args: [productId, quantity, number],
      })),
    ],
  };
}
