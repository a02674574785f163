import type { Services } from "../services";
import { finishOverdue } from "../upkeep";

/** What the sandbox has on its books for a member: for tests, and for whoever wants to see what became of a payment. */
export interface Books {
  /** Whole units. */
  balances: { point: number; soria: number; soriaPlus: number };
  /** `amount` in hundredths; `intent` is the provider's status, null where a balance has paid. */
  transactions: {
    id: string;
    method: string;
    productId: number;
    quantity: number;
    amount: number;
    /** What the member is out of at this moment. */
    taken: number;
    currency: string;
    status: string;
    /** Idempotency-Key of the purchase. */
    key: string | null;
    intent: string | null;
  }[];
  /** `delivery` is null for an order that a capture has made by itself. */
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

/** The balances, payments with their intents, and orders of a member, oldest first; empty for an unknown one. */
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
