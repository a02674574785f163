import type { InValue } from "@libsql/client";
import { Code } from "../wire/codes";
import type { PurchaseRequest } from "../wire/store";
import { notFound, Refusal } from "./answers";
import type { Statement } from "./database";
import type { MoneyCall, Services } from "./services";
import { orderNumber } from "./japan";

/** A row of `orders`. */
export interface Order {
  id: number;
  member_id: number;
  number: string;
  /** Total price in hundredths. */
  total: number;
  currency: string;
  /** REFUNDED: fully refunded, and no longer listed. */
  status: "CREATED" | "CONFIRMED" | "REFUNDED";
}

interface Item {
  product_id: number;
  quantity: number;
}

/**
 * Returns the statements that create an order: CONFIRMED when its items are paid, CREATED when it waits for
 * confirmation.
 */
export async function orderStatements(
  services: Services,
  order: {
    memberId: number;
    items: { productId: number; quantity: number }[];
    /** Total price in hundredths, as a SQL expression. */
    total: { sql: string; args: InValue[] };
    currency: string;
    status: "CREATED" | "CONFIRMED";
    delivery?: string;
    /** Idempotency-Key of the call that creates it. */
    key?: string | null;
    /** Transaction whose capture creates it. */
    transactionId?: string;
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
        sql: `INSERT INTO orders (member_id, number, total, currency, status, delivery, key, transaction_id, created_at)
          VALUES (?, ?, ${order.total.sql}, ?, ?, ?, ?, ?, ?)`,
        args: [
          order.memberId,
          number,
          ...order.total.args,
          order.currency,
          order.status,
          order.delivery ?? null,
          order.key ?? null,
          order.transactionId ?? null,
          at,
        ],
      },
      ...order.items.map(({ productId, quantity }) => ({
        sql: "INSERT INTO order_items (order_id, product_id, quantity) SELECT id, ?, ? FROM orders WHERE number = ?",
        args: [productId, quantity, number],
      })),
    ],
  };
}

const itemsOf = ({ db }: Services, orderId: number) =>
  db.all<Item>("SELECT product_id, quantity FROM order_items WHERE order_id = ?", [orderId]);

/**
 * Returns the order with delivery that a purchase pays for: the one named in the request, else the one created with
 * the same key, else undefined.
 *
 * @throws Refusal 404 with 10003 for an unknown order, 10108 for a paid one, 10004 for other items
 */
export async function orderToPay(
  services: Services,
  { memberId, key }: MoneyCall,
  wanted: Pick<PurchaseRequest, "orderId" | "objectId" | "quantity">,
): Promise<{ id: number; isOneItem: boolean } | undefined> {
  const { db, settings } = services;
  const isFor = ({ product_id, quantity }: Item) =>
    product_id === wanted.objectId && quantity === wanted.quantity;
  if (wanted.orderId === undefined) {
    if (key === null || !(settings.honoursKeys || settings.bindsPrice)) return undefined;
    const made = await db.one<Order>(
      "SELECT * FROM orders WHERE member_id = ? AND key = ? AND status = 'CREATED'",
      [memberId, key],
    );
    const items = made ? await itemsOf(services, made.id) : [];
    return made && items.some(isFor) ? { id: made.id, isOneItem: items.length === 1 } : undefined;
  }
  const order = await db.one<Order>("SELECT * FROM orders WHERE id = ? AND member_id = ?", [
    Number(wanted.orderId),
    memberId,
  ]);
  if (!order) throw notFound("There is no such order", Code.STORE_TRANSACTION_NOT_FOUND);
  const items = await itemsOf(services, order.id);
  if (!items.some(isFor))
    throw new Refusal(Code.STORE_TRANSACTION_MISMATCH, "The order is for something else");
  const isPaid = order.status !== "CREATED" || (await paymentsOf(services, order.id)).some(isFor);
  if (isPaid) throw new Refusal(Code.STORE_ENDED_OTHERWISE, "ENDED_OTHERWISE", { status: "CAPTURED" });
  return { id: order.id, isOneItem: items.length === 1 };
}

/** Returns the captured transactions that pay for an order. */
function paymentsOf({ db }: Services, orderId: number) {
  return db.all<Item & { id: string; amount: number }>(
    "SELECT id, product_id, quantity, amount FROM transactions WHERE order_id = ? AND status = 'CAPTURED'",
    [orderId],
  );
}

/** Returns whether captured transactions cover every item of an order and its total price (money M7.3). */
export async function isPaid(services: Services, order: Order, transactionId?: string): Promise<boolean> {
  const [items, payments] = await Promise.all([itemsOf(services, order.id), paymentsOf(services, order.id)]);
  const covers = (item: Item) =>
    payments.some(({ product_id, quantity }) => product_id === item.product_id && quantity === item.quantity);
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
  const isNamed = transactionId === undefined || payments.some(({ id }) => id === transactionId);
  return isNamed && items.every(covers) && paid >= order.total;
}
