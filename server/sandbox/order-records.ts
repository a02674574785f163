import { Code } from "../wire/codes";
import type { PurchaseRequest } from "../wire/store";
import { notFound, Refusal } from "./answers";
import type { SqlValue, Statement } from "./database";
import type { MoneyCall, Services } from "./services";
import { orderNumber } from "./japan";

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

/**
 * Returns the statements that create an order: CONFIRMED for a purchase that has been paid; CREATED for an order with
 * delivery, which is paid and then confirmed. Call it and run the statements under `services.lock("order numbers")`,
 * because the number is a count of existing orders.
 */
export async function orderStatements(
  services: Services,
  order: {
    memberId: number;
    items: { productId: number; quantity: number }[];
    /** Total price in hundredths, as a SQL expression. */
    total: { sql: string; args: SqlValue[] };
    currency: string;
    status: "CREATED" | "CONFIRMED";
    delivery?: string;
    /** Idempotency-Key of the call that creates it. */
    key?: string | null;
    /** Id of the transaction whose capture creates the order. */
    transactionId?: string;
  },
): Promise<{ number: string; statements: Statement[] }> {
  const at = services.now();
  const prefix = orderNumber(at, 0).slice(0, -1);
  const sameSecond = await services.db.one<{ n: number }>(
    "SELECT COUNT(*) AS n FROM orders WHERE number LIKE ? || '%'",
    [prefix],
  );
  const number = `${prefix}${(sameSecond?.n ?? 0) + 1}`;
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
): Promise<{ id: number; isOneItem: boolean } | undefined> {
  const { db, settings } = services;
  const isFor = ({ product_id, quantity }: Item) =>
    product_id === wanted.objectId && quantity === wanted.quantity;
  if (wanted.orderId === undefined) {
    if (key === null || !(settings.honoursKeys || settings.bindsPrice)) return undefined;
    const keyed = await db.one<Order>(
      "SELECT * FROM orders WHERE member_id = ? AND key = ? AND status = 'CREATED'",
      [memberId, key],
    );
    const items = keyed ? await itemsOf(services, keyed.id) : [];
    return keyed && items.some(isFor) ? { id: keyed.id, isOneItem: items.length === 1 } : undefined;
  }
  const order = await db.one<Order>("SELECT * FROM orders WHERE id = ? AND member_id = ?", [
    Number(wanted.orderId),
    memberId,
  ]);
  if (!order) throw notFound("There is no such order", Code.STORE_TRANSACTION_NOT_FOUND);
  const items = await itemsOf(services, order.id);
  if (!items.some(isFor))
    throw new Refusal(Code.STORE_TRANSACTION_MISMATCH, "The order is for something else");
  const isAlreadyPaid = order.status !== "CREATED" || (await paymentsOf(services, order.id)).some(isFor);
  if (isAlreadyPaid) throw new Refusal(Code.STORE_ENDED_OTHERWISE, "ENDED_OTHERWISE", { status: "CAPTURED" });
  return { id: order.id, isOneItem: items.length === 1 };
}

/** Returns the captured transactions that pay for an order. */
function paymentsOf({ db }: Services, orderId: number) {
  return db.all<Item & { id: string; amount: number }>(
    "SELECT id, product_id, quantity, amount FROM transactions WHERE order_id = ? AND status = 'CAPTURED'",
    [orderId],
  );
}

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
