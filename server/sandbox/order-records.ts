import { Code } from "../wire/codes";
import type { PurchaseRequest } from "../wire/store";
import { notFound, Refusal } from "./responses";
import { insertRow, sql, type Query } from "./database";
import type { MoneyCall, Services } from "./services";
import { iso } from "./texts";

export interface Order {
  id: number;
  member_id: number;
  number: string;
  /** Total price in hundredths. */
  total: number;
  currency: string;
  /** CREATED: not confirmed yet, paid or not. REFUNDED: fully refunded, and no longer listed. */
  status: "CREATED" | "CONFIRMED" | "REFUNDED";
}

interface Item {
  product_id: number;
  quantity: number;
}

/** Returns an order number: ORDER-YYYYMMDD-HHMMSS-n, in UTC (docs/decisions/0007). */
export const orderNumber = (at: number, n: number | "%") =>
  `ORDER-${iso(at).slice(0, 19).replace(/[-:]/g, "").replace("T", "-")}-${n}`;

export const insertItem = (number: string, { product_id, quantity }: Item) =>
  sql`INSERT INTO order_items (order_id, product_id, quantity)
    SELECT id, ${product_id}, ${quantity} FROM orders WHERE number = ${number}`;

/**
 * Returns the statements that create an order: CONFIRMED for a purchase that has been paid; CREATED for an order with
 * delivery, which is paid and then confirmed. Call it and run the statements under `services.lock("order numbers")`,
 * because the number is a count of existing orders.
 */
export async function orderStatements(
  services: Services,
  items: Item[],
  order: Pick<Order, "member_id" | "currency" | "status"> & {
    total: number | Query;
    delivery?: string;
    /** Idempotency-Key of the call that creates it. */
    key?: string | null;
    /** Id of the transaction whose capture creates the order. */
    transaction_id?: string;
  },
) {
  const createdAt = services.now();
  const sameSecond = await services.db.all(
    sql`SELECT 1 FROM orders WHERE number LIKE ${orderNumber(createdAt, "%")}`,
  );
  const number = orderNumber(createdAt, sameSecond.length + 1);
  const itemStatements = items.map((item) => insertItem(number, item));
  return { number, statements: [insertRow("orders", { ...order, number, createdAt }), ...itemStatements] };
}

export const confirmOrder = (id: number) =>
  sql`UPDATE orders SET status = 'CONFIRMED' WHERE id = ${id} AND status = 'CREATED'`;

const itemsOf = ({ db }: Services, orderId: number) =>
  db.all<Item>(sql`SELECT product_id, quantity FROM order_items WHERE order_id = ${orderId}`);

/**
 * Returns the order with delivery that a purchase pays for: the one that the request names, else the open one that was
 * created with the same key and has the item (only with the settings `honoursKeys` or `bindsPrice`).
 *
 * @returns undefined when the purchase pays for no such order
 * @throws Refusal: status 404 with code 10003 for an unknown order; status 200 with code 10004 if the order does not
 *   have the item, and with 10108 if the order is no longer open or the item is already paid
 */
export async function orderToPay(
  services: Services,
  { memberId, key }: MoneyCall,
  wanted: Pick<PurchaseRequest, "orderId" | "objectId" | "quantity">,
) {
  const { db, settings } = services;
  const isFor = ({ product_id, quantity }: Item) =>
    product_id === wanted.objectId && quantity === wanted.quantity;
  if (wanted.orderId === undefined) {
    if (key === null || !(settings.honoursKeys || settings.bindsPrice)) return undefined;
    const keyed = await db.one<Order>(
      sql`SELECT * FROM orders WHERE member_id = ${memberId} AND key = ${key} AND status = 'CREATED'`,
    );
    const items = keyed ? await itemsOf(services, keyed.id) : [];
    return keyed && items.some(isFor) ? { id: keyed.id, isOneItem: items.length === 1 } : undefined;
  }
  const order = await db.one<Order>(
    sql`SELECT * FROM orders WHERE id = ${Number(wanted.orderId)} AND member_id = ${memberId}`,
  );
  if (!order) throw notFound("There is no such order", Code.STORE_TRANSACTION_NOT_FOUND);
  const items = await itemsOf(services, order.id);
  if (!items.some(isFor))
    throw new Refusal(Code.STORE_TRANSACTION_MISMATCH, "The order is for something else");
  const isAlreadyPaid = order.status !== "CREATED" || (await paymentsOf(services, order.id)).some(isFor);
  if (isAlreadyPaid) throw new Refusal(Code.STORE_ENDED_OTHERWISE, "ENDED_OTHERWISE", { status: "CAPTURED" });
  return { id: order.id, isOneItem: items.length === 1 };
}

const paymentsOf = ({ db }: Services, orderId: number) =>
  db.all<Item & { id: string; amount: number }>(
    sql`SELECT id, product_id, quantity, amount FROM transactions WHERE order_id = ${orderId} AND status = 'CAPTURED'`,
  );

/**
 * Returns whether captured transactions cover every item of an order and its total price (docs/contract/money.md,
 * M7.3).
 *
 * @param transactionId must be one of these transactions, if given
 */
export async function isFullyPaid(
  services: Services,
  order: Order,
  transactionId?: string,
): Promise<boolean> {
  const [items, payments] = await Promise.all([itemsOf(services, order.id), paymentsOf(services, order.id)]);
  const covers = (item: Item) =>
    payments.some(({ product_id, quantity }) => product_id === item.product_id && quantity === item.quantity);
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
  const isNamed = transactionId === undefined || payments.some(({ id }) => id === transactionId);
  return isNamed && items.every(covers) && paid >= order.total;
}
