import { Hono } from "hono";
import { calls } from "../../wire/calls";
import { Code } from "../../wire/codes";
import { bodyOf, idOf, notFound, ok, onlyWith, pageOf, queryOf, Refusal } from "../answers";
import { cancel, capture, complete } from "../settlement";
import { sql } from "../database";
import type { Env, Services } from "../services";
import { onceForKey } from "../keys";
import { openTransaction, priceOf, purchase } from "../payments";
import { isMoney, productById, shownProduct, type Product } from "../products";
import { languageOf } from "../texts";
import { authenticated } from "../tokens";
import { insertTransaction, newTransactionId, withPrices, type Transaction } from "../transactions";

/**
 * Routes /store: products, one product, purchase (payments.ts), capture and cancel (settlement.ts). Requires a token.
 */
export function storeCalls(services: Services) {
  const app = new Hono<Env>();
  app.use("*", authenticated(services));

  app.get("/products", async (c) => {
    const all = await services.db.all<Product>("SELECT * FROM products ORDER BY id");
    const { page, pages, rows } = pageOf(queryOf(c, calls.products.query), all);
    const language = languageOf(c);
    return ok(c, {
      page,
      total_pages: pages,
      items: rows.map((row) => shownProduct(services, row, language)),
    });
  });

  app.get("/products/:id", async (c) => {
    const product = await productById(services, idOf(c, "id"));
    if (!product) throw notFound("There is no such item", Code.STORE_OBJECT_NOT_FOUND);
    return ok(c, shownProduct(services, product, languageOf(c)));
  });

  app.post("/products/purchase", onceForKey(services, calls.purchase.json), async (c) =>
    ok(c, await purchase(services, c.get("money"), await bodyOf(c, calls.purchase.json))),
  );

  app.post("/order/capture", onceForKey(services, calls.capture.json), async (c) =>
    ok(c, await capture(services, c.get("money"), await bodyOf(c, calls.capture.json))),
  );

  app.post(
    "/order/cancel",
    onlyWith(services, "cancels"),
    onceForKey(services, calls.cancel.json),
    async (c) => ok(c, await cancel(services, c.get("money"), await bodyOf(c, calls.cancel.json))),
  );

  return app;
}

/**
 * Routes the two PayPal calls. There is no approval step: every created order can be captured. 13000: the order is
 * unknown, another member's, or for another item. A repeated capture returns the same response.
 */
export function paypalCalls(services: Services) {
  const app = new Hono<Env>();
  app.use("*", authenticated(services));

  app.post("/orders", async (c) => {
    const wanted = await bodyOf(c, calls.createPaypalOrder.json);
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
    return ok(c, { orderId });
  });

  app.post("/orders/capture", async (c) => {
    const { objectId, quantity, orderId } = await bodyOf(c, calls.capturePaypalOrder.json);
    return services.lock(`paypal ${orderId}`, async () => {
      const tx = await services.db.one<Transaction>(
        sql`SELECT * FROM transactions WHERE external_id = ${orderId} AND member_id = ${c.get("member").id}
          AND method = 'PAYPAL'`,
      );
      if (!tx || tx.product_id !== objectId || tx.quantity !== quantity) {
        throw new Refusal(Code.PAYPAL_CAPTURE_FAILED, "PAYPAL_CAPTURE_FAILED");
      }
      const captured = tx.status === "CAPTURED" ? tx : await complete(services, tx);
      return ok(c, { orderId, status: captured.status });
    });
  });

  return app;
}
