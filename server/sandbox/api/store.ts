import { Hono } from "hono";
import { Code } from "../../wire/codes";
import { paypalCaptureRequest, paypalOrderRequest } from "../../wire/paypal";
import { captureRequest, purchaseRequest } from "../../wire/store";
import { bodyOf, idOf, notFound, ok, pageOf, Refusal } from "../answers";
import type { Env, House } from "../house";
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
export function storeCalls(house: House) {
  const app = new Hono<Env>();
  app.use("*", authenticated(house));

  app.get("/products", async (c) => {
    const { page, size, offset } = pageOf(c);
    const total = (await house.db.one<{ n: number }>("SELECT COUNT(*) AS n FROM products"))?.n ?? 0;
    const rows = await house.db.all<Product>("SELECT * FROM products ORDER BY id LIMIT ? OFFSET ?", [
      size,
      offset,
    ]);
    const language = languageOf(c);
    return ok(c, {
      page,
      total_pages: Math.ceil(total / size),
      items: rows.map((row) => shownProduct(house, row, language)),
    });
  });

  app.get("/products/:id", async (c) => {
    const product = await productById(house, idOf(c, "id"));
    if (!product) throw notFound("There is no such item", Code.STORE_OBJECT_NOT_FOUND);
    return ok(c, shownProduct(house, product, languageOf(c)));
  });

  app.post("/products/purchase", async (c) =>
    ok(c, await purchase(house, c.get("member").id, await bodyOf(c, purchaseRequest))),
  );

  app.post("/order/capture", async (c) =>
    ok(c, await capture(house, c.get("member").id, await bodyOf(c, captureRequest))),
  );

  return app;
}

/**
 * The two PayPal calls. There is no approval step here: an order that was made can be captured. Capturing an order
 * that is unknown, another member's or for something else is 13000; again: the same answer.
 */
export function paypalCalls(house: House) {
  const app = new Hono<Env>();
  app.use("*", authenticated(house));

  app.post("/orders", async (c) => {
    const { objectId, quantity } = await bodyOf(c, paypalOrderRequest);
    const { product, amount } = await priceOf(house, objectId, quantity);
    if (!isMoney(product)) throw new Refusal(Code.STORE_INVALID_METHOD, "This item is not sold for money");
    const orderId = `PAYPAL-${newTransactionId().slice(3)}`;
    await house.db.atomically([
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
        created_at: house.now(),
      }),
    ]);
    return ok(c, { orderId });
  });

  app.post("/orders/capture", async (c) => {
    const { objectId, quantity, orderId } = await bodyOf(c, paypalCaptureRequest);
    return house.lock(`paypal ${orderId}`, async () => {
      const tx = await house.db.one<Transaction>(
        "SELECT * FROM transactions WHERE external_id = ? AND member_id = ? AND method = 'PAYPAL'",
        [orderId, c.get("member").id],
      );
      if (!tx || tx.product_id !== objectId || tx.quantity !== quantity) {
        throw new Refusal(Code.PAYPAL_CAPTURE_FAILED, "PAYPAL_CAPTURE_FAILED");
      }
      if (tx.status !== "CAPTURED") await complete(house, tx);
      return ok(c, { transactionId: tx.id, status: "CAPTURED" });
    });
  });

  return app;
}
