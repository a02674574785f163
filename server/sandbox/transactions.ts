import { randomBytes } from "node:crypto";
import { Code } from "../wire/codes";
import type { TransactionStatus } from "../wire/store";
import { Refusal } from "./answers";
import type { Database, Statement } from "./database";
import type { Services } from "./services";
import { memberById, type Member } from "./members";
import type { Product } from "./products";

/** A row of `transactions`. Amounts are hundredths, times milliseconds since 1970. */
export interface Transaction {
  id: string;
  member_id: number;
  method: "BALANCE" | "STRIPE" | "PAYPAL";
  product_id: number;
  /** The product's name at that time, JSON text in four languages. */
  name: string;
  quantity: number;
  amount: number;
  currency: Product["payment_type"];
  /** The intent of the card, or the order of PayPal. */
  external_id: string | null;
  /** The order with delivery that it pays for. */
  order_id: number | null;
  /** Idempotency-Key of the call that made it. */
  key: string | null;
  status: Exclude<TransactionStatus, "REJECTED">;
  /** What the member is out of at this moment. */
  taken: number;
  created_at: number;
  captured_at: number | null;
  updated_at: number;
}

/** Work that has run for longer is not done any more (money M6.5). */
const LONGEST_WORK_MS = 15_000;

export const newTransactionId = () => `TX-${randomBytes(12).toString("hex").toUpperCase()}`;

export const transactionOf = (db: Database, id: string, memberId: number) =>
  db.one<Transaction>("SELECT * FROM transactions WHERE id = ? AND member_id = ?", [id, memberId]);

/** An amount in SQL that is NULL, which no table here takes, unless every price is still the one that was read. */
export function amountAsRead(items: { product: Product; quantity: number }[]) {
  const sql = "(SELECT amount * ? FROM products WHERE id = ? AND amount = ? AND payment_type = ?)";
  return {
    sql: items.map(() => sql).join(" + "),
    args: items.flatMap(({ product, quantity }) => [
      quantity,
      product.id,
      product.amount,
      product.payment_type,
    ]),
  };
}

/**
 * Reads prices and does work with them in one: when a price changes between its reading and the commit, which then fails
 * at `amountAsRead`, both are done again.
 */
export async function withPrices<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isMoved =
        error instanceof Error && /NOT NULL constraint failed: \w+\.(amount|total)/.test(error.message);
      if (!isMoved) throw error;
    }
  }
}

/** The statement that keeps a transaction whose price is `product`'s. */
export function insertTransaction(tx: Transaction, product: Product): Statement {
  const amount = amountAsRead([{ product, quantity: tx.quantity }]);
  return {
    sql: `INSERT INTO transactions (id, member_id, method, product_id, name, quantity, amount, currency, external_id,
      order_id, key, status, taken, created_at, captured_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ${amount.sql}, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    args: [
      tx.id,
      tx.member_id,
      tx.method,
      tx.product_id,
      tx.name,
      tx.quantity,
      ...amount.args,
      tx.currency,
      tx.external_id,
      tx.order_id,
      tx.key,
      tx.status,
      tx.taken,
      tx.created_at,
      tx.captured_at,
      tx.updated_at,
    ],
  };
}

/** The statement that moves a transaction on. `updated_at` never goes back, so that no reader of the list misses it. */
export function updateTransaction(tx: Transaction): Statement {
  return {
    sql: `UPDATE transactions SET status = ?, taken = ?, captured_at = ?, updated_at = MAX(updated_at, ?) WHERE id = ?`,
    args: [tx.status, tx.taken, tx.captured_at, tx.updated_at, tx.id],
  };
}

export const iso = (at: number) => new Date(at).toISOString();

/** A transaction as the calls that take money answer it; an older API (`bindsPrice` off) says its status alone. */
export function shownTransaction({ settings }: Services, tx: Transaction) {
  return {
    transactionId: tx.id,
    status: tx.status,
    ...(settings.bindsPrice && {
      amount: tx.amount,
      currency: tx.currency,
      createdAt: iso(tx.created_at),
      capturedAt: tx.captured_at === null ? null : iso(tx.captured_at),
    }),
  };
}

/** Reads the member again, under the lock that every change of a balance and of a transaction takes. */
export function withMember<T>(
  services: Services,
  id: number,
  task: (member: Member) => Promise<T>,
): Promise<T> {
  return services.lock(`member ${id}`, async () => {
    const member = await memberById(services.db, id);
    if (!member) throw new Refusal(Code.AUTH_UNAUTHORIZED, "The member is gone", null, 401);
    return task(member);
  });
}

/** @throws Refusal 503 for work that has waited too long to be done: nothing has been done, and nothing will be */
export function refuseLate(services: Services, cameAt: number): void {
  if (services.now() - cameAt <= LONGEST_WORK_MS) return;
  throw new Refusal(Code.FAIL, "TOO_LATE", null, 503, { "Retry-After": "1" });
}
