import type { Services } from "../services";
import { finishOverdue } from "../upkeep";

/** Balances, payments and orders of a member, for tests and for inspecting a payment. */
export interface Books {
  /** Balances in whole units. */
  balances: { point: number; soria: number; soriaPlus: number };
  /** `amount` is in hundredths; `intent` is the provider's status, null for a payment from a balance. */
  transactions: {
    id: string;
    method: string;
    productId: number;
    quantity: number;
    amount: number;
    /** Amount the member has paid, minus refunds, in hundredths. */
    taken: number;
    currency: string;
    status: string;
    /** Idempotency-Key of the purchase. */
    key: string | null;
    intent: string | null;
  }[];
  /** `delivery` is null for an order that a capture created. */
  orders: {
    number: string;
    total: number;
    currency: string;
    status: string;
    delivery: string | null;
    productId: number;
    quantity: number;
  }[];
}

/**
 * Returns a member's balances, payments with their intents, and orders, oldest first; empty for an unknown member.
 */
export async function booksOf(services: Services, memberId: number): Promise<Books> {
  const { db, intents } = services;
  await finishOverdue(services, memberId);
  const [balances, transactions, orders] = await Promise.all([
    db.one<Books["balances"]>("SELECT point, soria, soria_plus AS soriaPlus FROM members WHERE id = ?", [
      memberId,
    ]),
    db.all<Books["transactions"][number] & { external_id: string | null }>(
      `SELECT id, method, product_id AS productId, quantity, amount, taken, currency, status, key,
        external_id
        FROM transactions WHERE member_id = ? ORDER BY created_at, rowid`,
      [memberId],
    ),
    db.all<Books["orders"][number]>(
      `SELECT number, total, currency, status, delivery, product_id AS productId, quantity
        FROM orders JOIN order_items ON order_id = orders.id WHERE member_id = ? ORDER BY orders.id`,
      [memberId],
    ),
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
