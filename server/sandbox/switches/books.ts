import { sql } from "../database";
import type { Order } from "../order-records";
import type { Services } from "../services";
import type { Transaction } from "../transactions";
import { finishOverdue } from "../settlement";

type PaymentRow = Pick<
  Transaction,
  "id" | "method" | "quantity" | "amount" | "taken" | "currency" | "status" | "key" | "external_id"
> & { productId: number };

/** `delivery` is null for an order that a capture created. */
type OrderRow = Omit<Order, "id" | "member_id"> & {
  delivery: string | null;
  productId: number;
  quantity: number;
};

export type Books = Awaited<ReturnType<typeof booksOf>>;

/**
 * Returns a member's balances in whole units, payments (in hundredths) with the provider's status of their intents, and
 * orders, oldest first; empty for an unknown member.
 */
export async function booksOf(services: Services, memberId: number) {
  const { db, intents } = services;
  await finishOverdue(services, memberId);
  const [balances, transactions, orders] = await Promise.all([
    db.one<{ point: number; soria: number; soriaPlus: number }>(
      sql`SELECT point, soria, soria_plus AS soriaPlus FROM members WHERE id = ${memberId}`,
    ),
    db.all<PaymentRow>(sql`SELECT id, method, product_id AS productId, quantity, amount, taken, currency, status, key,
      external_id FROM transactions WHERE member_id = ${memberId} ORDER BY created_at, rowid`),
    db.all<OrderRow>(sql`SELECT number, total, currency, status, delivery, product_id AS productId, quantity
      FROM orders JOIN order_items ON order_id = orders.id WHERE member_id = ${memberId} ORDER BY orders.id`),
  ]);
  const withIntents = transactions.map(async ({ external_id: id, ...transaction }) => ({
    ...transaction,
    intent: (id?.startsWith("pi_") && (await intents.get(id))?.status) || null,
  }));
  return {
    balances: balances ?? { point: 0, soria: 0, soriaPlus: 0 },
    transactions: await Promise.all(withIntents),
    orders,
  };
}
