import { Hono } from "hono";
import { z } from "zod";
import { anyId } from "../../wire/common";
import { ORDER_SUCCESS } from "../../wire/envelope";
import { orderRequest } from "../../wire/orders";
import { bodyOf, invalid, notFound, pageOf } from "../answers";
import type { Call, Env, Services } from "../services";
import { onceForKey } from "../keys";
import { japanRange } from "../japan";
import { orderStatements } from "../order-book";
import { priceOf } from "../payments";
import { isMoney } from "../products";
import { languageOf, textIn } from "../texts";
import { authenticated } from "../tokens";

interface OrderRow {
  id: number;
  number: string;
  total: number;
  currency: string;
}

const done = (c: Call, data: unknown) => c.json({ message: ORDER_SUCCESS, data });

/** The confirmed orders, newest first; `from` and `to` are days of Japan time, names by Accept-Language. */
async function ordersOf(services: Services, c: Call) {
  const { page, size, offset } = pageOf(c);
  const range = japanRange(c.req.query("from"), c.req.query("to"));
  const where = "FROM orders WHERE member_id = ? AND status = 'CONFIRMED' AND created_at BETWEEN ? AND ?";
  const args = [c.get("member").id, range.from, range.to];
  const total = (await services.db.one<{ n: number }>(`SELECT COUNT(*) AS n ${where}`, args))?.n ?? 0;
  const rows = await services.db.all<OrderRow>(
    `SELECT * ${where} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
    [...args, size, offset],
  );
  const items = await services.db.all<{ order_id: number; name: string; quantity: number }>(
    `SELECT order_id, name, quantity FROM order_items JOIN products ON products.id = product_id
      WHERE order_id IN (SELECT value FROM json_each(?)) ORDER BY order_items.rowid`,
    [JSON.stringify(rows.map(({ id }) => id))],
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
    pagination: { currentPage: page, totalPage: Math.ceil(total / size), totalItem: total },
  };
}

/**
 * The order service: /v1/users/orders. It takes the access token (or the ec token) as bearer. An order is listed once
 * it is confirmed; confirming again answers the same. Every answer but SUCCESS comes with a message of its own.
 */
export function orderCalls(services: Services) {
  const app = new Hono<Env>();
  app.use("*", authenticated(services, ["access", "ec"]));

  app.get("/", async (c) => done(c, await ordersOf(services, c)));

  app.post("/", onceForKey(services), async (c) => {
    const wanted = await bodyOf(c, orderRequest);
    const priced = await Promise.all(
      wanted.orderItems.map(({ objectId, quantity }) => priceOf(services, objectId, quantity)),
    );
    const currencies = new Set(priced.map(({ product }) => product.payment_type));
    const currency = priced[0]?.product.payment_type;
    if (currency === undefined || currencies.size > 1 || !priced.every(({ product }) => isMoney(product))) {
      throw invalid("Items of one order are priced in one of USD and SGD");
    }
    const number = await services.lock("order numbers", async () => {
      const made = await orderStatements(services, {
        memberId: c.get("member").id,
        items: wanted.orderItems.map(({ objectId, quantity }) => ({ productId: objectId, quantity })),
        total: priced.reduce((sum, { amount }) => sum + amount, 0),
        currency,
        status: "CREATED",
        delivery: JSON.stringify({
          customer: wanted.customer,
          shipping: wanted.shipping,
          paymentMethod: wanted.paymentMethod,
        }),
      });
      await services.db.atomically(made.statements);
      return made.number;
    });
    const order = await services.db.one<OrderRow>("SELECT * FROM orders WHERE number = ?", [number]);
    return done(c, { orderId: order?.id });
  });

  app.post("/confirm", onceForKey(services), async (c) => {
    const { orderId } = await bodyOf(c, z.object({ orderId: anyId }));
    const order = await services.db.one<OrderRow>(
      "UPDATE orders SET status = 'CONFIRMED' WHERE id = ? AND member_id = ? RETURNING *",
      [Number(orderId), c.get("member").id],
    );
    if (!order) throw notFound("ORDER_NOT_FOUND");
    return done(c, { orderId: order.id, orderNumber: order.number });
  });

  return app;
}
