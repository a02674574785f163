import { Hono } from "hono";
import { Code } from "../../wire/codes";
import { paypalCaptureRequest, paypalOrderRequest } from "../../wire/paypal";
import { captureRequest, purchaseRequest } from "../../wire/store";
import { bodyOf, idOf, notFound, ok, pageOf, Refusal } from "../answers";
import type { Env, Services } from "../services";
import { keyOf, onceForKey, orderOfKey } from "../keys";
import {
  capture,
  complete,
  insertTransaction,
  newTransactionId,
  priceOf,
  purchase,
  type Transaction,
} from "../payments";
import { isMoney, productById, shownProduct, type Product } from "../products";
import { languageOf } from "../texts";
import { authenticated } from "../tokens";

/** /store/products, one of them, purchase, capture (payments.ts has the rules). Anonymous: 401. */
export function storeCalls(services: Services) {
  const app = new Hono<Env>();
  app.use("*", authenticated(services));

  app.get("/products", async (c) => {
    const { page, size, offset } = pageOf(c);
    const total = (await services.db.one<{ n: number }>("SELECT COUNT(*) AS n FROM products"))?.n ?? 0;
    const rows = await services.db.all<Product>("SELECT * FROM products ORDER BY id LIMIT ? OFFSET ?", [
      size,
      offset,
    ]);
    const language = languageOf(c);
    return ok(c, {
      page,
      total_pages: Math.ceil(total / size),
      items: rows.map((row) => shownProduct(services, row, language)),
    });
  });

  app.get("/products/:id", async (c) => {
    const product = await productById(services, idOf(c, "id"));
    if (!product) throw notFound("There is no such item", Code.STORE_OBJECT_NOT_FOUND);
    return ok(c, shownProduct(services, product, languageOf(c)));
  });

  app.post("/products/purchase", onceForKey(services), async (c) => {
    const bought = await purchase(services, c.get("member").id, await bodyOf(c, purchaseRequest));
    const key = keyOf(services, c.req.raw);
    const orderId = key && (await orderOfKey(services, c.get("member").id, key));
    if (orderId) {
      await services.db.run("INSERT INTO order_payments (transaction_id, order_id) VALUES (?, ?)", [
        bought.transactionId,
        orderId,
      ]);
    }
    return ok(c, bought);
  });

  app.post("/order/capture", onceForKey(services), async (c) =>
    ok(c, await capture(services, c.get("member").id, await bodyOf(c, captureRequest))),
  );

  return app;
}

/**
 * The two PayPal calls. There is no approval step here: an order that was made can be captured. Capturing an order
 * that is unknown, another member's or for something else is 13000; again: the same answer.
 */
export function paypalCalls(services: Services) {
  const app = new Hono<Env>();
  app.use("*", authenticated(services));

  app.post("/orders", async (c) => {
    const { objectId, quantity } = await bodyOf(c, paypalOrderRequest);
    const { product, amount } = await priceOf(services, objectId, quantity);
    if (!isMoney(product)) throw new Refusal(Code.STORE_INVALID_METHOD, "This item is not sold for money");
    const orderId = `PAYPAL-${newTransactionId().slice(3)}`;
    await services.db.atomically([
      insertTransaction({
        id: newTransactionId(),
        member_id: c.get("member").id,
        method: "PAYPAL",
        product_id: product.id,
        quantity,
        amount,
        currency: product.payment_type,
        external_id: orderId,
        status: "CREATED",
        created_at: services.now(),
      }),
    ]);
    return ok(c, { orderId });
  });

  app.post("/orders/capture", async (c) => {
    const { objectId, quantity, orderId } = await bodyOf(c, paypalCaptureRequest);
    return services.lock(`paypal ${orderId}`, async () => {
      const tx = await services.db.one<Transaction>(
        "SELECT * FROM transactions WHERE external_id = ? AND member_id = ? AND method = 'PAYPAL'",
        [orderId, c.get("member").id],
      );
      if (!tx || tx.product_id !== objectId || tx.quantity !== quantity) {
        throw new Refusal(Code.PAYPAL_CAPTURE_FAILED, "PAYPAL_CAPTURE_FAILED");
      }
      if (tx.status !== "CAPTURED") await complete(services, tx);
      return ok(c, { transactionId: tx.id, status: "CAPTURED" });
    });
  });

  return app;
}
