import { randomBytes } from "node:crypto";
import { Code } from "../wire/codes";
import type { TransactionStatus } from "../wire/store";
import { Refusal } from "./responses";
import { insertRow, sql } from "./database";
import type { Services } from "./services";
import { memberById, type Member } from "./members";
import type { Product } from "./products";
import { iso } from "./texts";

/** A row of `transactions`. Amounts are hundredths, times milliseconds since 1970. */
export interface Transaction {
  id: string;
  member_id: number;
  method: "BALANCE" | "STRIPE" | "PAYPAL";
  product_id: number;
  /** Name of the product at the time of purchase, JSON text in four languages. */
  name: string;
  quantity: number;
  amount: number;
  currency: Product["payment_type"];
  /** Id of the payment intent, or of the PayPal order. */
  external_id: string | null;
  /** Order with delivery that this transaction pays for. */
  order_id: number | null;
  /** Idempotency-Key of the call that created it. */
  key: string | null;
  status: Exclude<TransactionStatus, "REJECTED">;
  /** Amount the member has paid, minus refunds. */
  taken: number;
  created_at: number;
  captured_at: number | null;
  updated_at: number;
}

/** Maximum age of a request before its work is refused, in ms (money M6.5). */
const LONGEST_WORK_MS = 15_000;

export const newTransactionId = () => `TX-${randomBytes(12).toString("hex").toUpperCase()}`;

/** The total price in SQL. It is NULL, which violates NOT NULL, if a price has changed since it was read. */
export const amountAsRead = (items: { product: Product; quantity: number }[]) =>
  items
    .map(
      ({ product: { id, amount, payment_type }, quantity }) => sql`(SELECT amount * ${quantity} FROM products
        WHERE id = ${id} AND amount = ${amount} AND payment_type = ${payment_type})`,
    )
    .reduce((sum, price) => sql`${sum} + ${price}`);

/** Runs work that reads prices and commits. Repeats it when the commit fails at `amountAsRead`. */
export async function withPrices<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!/NOT NULL constraint failed: \w+\.(amount|total)/.test(String(error))) throw error;
    }
  }
}

export const insertTransaction = (tx: Transaction, product: Product) =>
  insertRow("transactions", { ...tx, amount: amountAsRead([{ product, quantity: tx.quantity }]) });

/** `updated_at` never decreases, so that readers of the list miss nothing. */
export const updateTransaction = ({ id, status, taken, captured_at, updated_at }: Transaction) =>
  sql`UPDATE transactions SET status = ${status}, taken = ${taken}, captured_at = ${captured_at},
    updated_at = MAX(updated_at, ${updated_at}) WHERE id = ${id}`;

/** Returns a transaction on the wire. With `bindsPrice` off (an older API), only its id and status. */
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

/** Runs a task with the member, read under the lock that every change of a balance or a transaction takes. */
export function withMember<T>(services: Services, id: number, task: (member: Member) => Promise<T>) {
  return services.lock(`member ${id}`, async () => {
    const member = await memberById(services.db, id);
    if (!member) throw new Refusal(Code.AUTH_UNAUTHORIZED, "The member is gone", null, 401);
    return task(member);
  });
}

/** @throws Refusal 503 for a request that has waited too long. Call before the commit, when nothing is done yet. */
export function refuseLate(services: Services, cameAt: number): void {
  if (services.now() - cameAt <= LONGEST_WORK_MS) return;
  throw new Refusal(Code.FAIL, "TOO_LATE", null, 503, { "Retry-After": "1" });
}
