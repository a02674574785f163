import type { z } from "zod";
import { calls } from "../../wire/calls";
import { Code } from "../../wire/codes";
import { idOf, invalid, japanRange, notFound, pageOf, Refusal } from "../responses";
import { cancel, capture, complete } from "../settlement";
import { sql } from "../database";
import type { Call, Services } from "../services";
import { confirmOrder, isFullyPaid, orderStatements, type Order } from "../order-records";
import { openTransaction, priceOf, purchase } from "../payments";
import { isMoney, productById, shownProduct, type Product } from "../products";
import { languageOf, textIn } from "../texts";
import {
  amountAsRead,
  insertTransaction,
  newTransactionId,
  refuseLate,
  withPrices,
  type Transaction,
} from "../transactions";
import type { Route } from "./route";

export function storeCalls(services: Services, on: Route) {
  on(calls.products, async (query, c) => {
    const all = await services.db.all<Product>("SELECT * FROM products ORDER BY id");
    const { page, pages, rows } = pageOf(query, all);
    const language = languageOf(c);
    return { page, total_pages: pages, items: rows.map((row) => shownProduct(services, row, language)) };
  });

  on(calls.product, async (_, c) => {
    const product = await productById(services, idOf(c, "id"));
    if (!product) throw notFound("There is no such item", Code.STORE_OBJECT_NOT_FOUND);
    return shownProduct(services, product, languageOf(c));
  });

  on(calls.purchase, (wanted, c) => purchase(services, c.get("money"), wanted));

  on(calls.capture, (wanted, c) => capture(services, c.get("money"), wanted));

  on(calls.cancel, (wanted, c) => cancel(services, c.get("money"), wanted), "cancels");
}

/**
 * Routes the two PayPal calls. There is no approval step: every created order can be captured. 13000: the order is
 * unknown, another member's, or for another item. A repeated capture returns the same response.
 */
export function paypalCalls(services: Services, on: Route) {
  on(calls.createPaypalOrder, async (wanted, c) => {
    const orderId = `PAYPAL-${newTransactionId().slice(3)}`;
    await withPrices(async () => {
      const priced = await priceOf(services, wanted);
      if (!isMoney(priced.product))
        throw new Refusal(Code.STORE_INVALID_METHOD, "This item is not sold for money");
      const tx = openTransaction(services, priced, {
        member_id: c.get("member").id,
        method: "PAYPAL",
        external_id: orderId,
      });
      await services.db.run(insertTransaction(tx, priced.product));
    });
    return { orderId };
  });

  on(calls.capturePaypalOrder, ({ objectId, quantity, orderId }, c) =>
    services.lock(`paypal ${orderId}`, async () => {
      const tx = await services.db.one<Transaction>(
        sql`SELECT * FROM transactions WHERE external_id = ${orderId} AND member_id = ${c.get("member").id}
          AND method = 'PAYPAL'`,
      );
      if (tx?.product_id !== objectId || tx.quantity !== quantity)
        throw new Refusal(Code.PAYPAL_CAPTURE_FAILED, "PAYPAL_CAPTURE_FAILED");
      const captured = tx.status === "CAPTURED" ? tx : await complete(services, tx);
      return { orderId, status: captured.status };
    }),
  );
}

/** Lists the member's confirmed orders, newest first. Names follow Accept-Language. */
async function ordersOf(services: Services, c: Call, wanted: z.output<typeof calls.orders.query>) {
  const { from, to } = japanRange(wanted);
  const all = await services.db.all<Order>(
    sql`SELECT * FROM orders WHERE member_id = ${c.get("member").id} AND status = 'CONFIRMED'
      AND created_at BETWEEN ${from} AND ${to} ORDER BY created_at DESC, id DESC`,
  );
  const { page, pages, total, rows } = pageOf(wanted, all);
  const items = await services.db.all<{ order_id: number; name: string; quantity: number }>(
    sql`SELECT order_id, name, quantity FROM order_items JOIN products ON products.id = product_id
      WHERE order_id IN (SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}))
      ORDER BY order_items.rowid`,
  );
  const language = languageOf(c);
  return {
    content: rows.map((row) => ({
      id: row.id,
      orderNumber: row.number,
      orderItems: items
        .filter((item) => item.order_id === row.id)
        .map((item) => ({ productName: textIn(item.name, language), quantity: item.quantity })),
      totalPrice: row.total,
      currency: row.currency,
    })),
    pagination: { currentPage: page, totalPage: pages, totalItem: total },
  };
}

/**
 * Routes the order service. An order is listed after it is confirmed; a repeated confirmation returns the same
 * response.
 */
export function orderCalls(services: Services, on: Route) {
  on(calls.orders, (wanted, c) => ordersOf(services, c, wanted));

  on(calls.createOrder, async ({ orderItems, ...delivery }, c) => {
    const call = c.get("money");
    const number = await withPrices(async () => {
      const priced = await Promise.all(orderItems.map((item) => priceOf(services, item)));
      const currencies = new Set(priced.map(({ product }) => product.payment_type));
      const currency = priced[0]?.product.payment_type;
      if (currency === undefined || currencies.size > 1 || !priced.every(({ product }) => isMoney(product)))
        throw invalid("Items of one order are priced in one of USD and SGD");
      return services.lock("order numbers", async () => {
        const items = priced.map(({ product, quantity }) => ({ product_id: product.id, quantity }));
        const made = await orderStatements(services, items, {
          member_id: call.memberId,
          total: amountAsRead(priced),
          currency,
          status: "CREATED",
          delivery: JSON.stringify(delivery),
          key: call.key,
        });
        refuseLate(services, call.cameAt);
        await services.db.atomically([...made.statements, ...call.keep({ orderId: null }, made.number)]);
        return made.number;
      });
    });
    const order = await services.db.one<Order>(sql`SELECT * FROM orders WHERE number = ${number}`);
    return { orderId: order?.id };
  });

  on(calls.confirmOrder, ({ orderId, transactionId }, c) => {
    const call = c.get("money");
    return services.lock(`order ${orderId}`, async () => {
      const order = await services.db.one<Order>(
        sql`SELECT * FROM orders WHERE id = ${Number(orderId)} AND member_id = ${call.memberId}`,
      );
      if (!order) throw notFound("ORDER_NOT_FOUND");
      const data = { orderId: order.id, orderNumber: order.number };
      if (order.status === "CREATED") {
        if (services.settings.bindsPrice && !(await isFullyPaid(services, order, transactionId)))
          throw new Refusal(Code.STORE_NOT_PAID, "NOT_PAID");
        refuseLate(services, call.cameAt);
        await services.db.atomically([confirmOrder(order.id), ...call.keep(data)]);
      }
      return data;
    });
  });
}
