/** The calls of a purchase, and the responses that the product API and the payment provider give to them. */
import { success } from "./fake-api";
import { iso, NOW } from "./support";

export const PURCHASE = "POST /store/products/purchase";
export const CAPTURE = "POST /store/order/capture";
export const CANCEL = "POST /store/order/cancel";
export const LIST = "GET /users/me/purchases";
export const HISTORY = "GET /users/me/history";
export const PROFILE = "GET /users/me";
export const ORDER = "POST /orders/v1/users/orders";
export const CONFIRM = "POST /orders/v1/users/orders/confirm";
export const INTENT = "GET /v1/payment_intents/pi_1";

export const failed = { status: 500, body: {} };

/** The provider's response about the intent of a purchase for 5 US dollars. */
export const intent = (status: string, change: object = {}) => ({
  body: { id: "pi_1", status, amount: 500, currency: "usd", ...change },
});

/** The API's response to a capture of 5 US dollars. */
export const captured = (change: object = {}) =>
  success({
    ...{ transactionId: "TX-1", status: "CAPTURED", amount: 500, currency: "USD", createdAt: iso(NOW) },
    ...change,
  });
export const cancelled = success({ transactionId: "TX-1", status: "CANCELED" });

/** The API's response to the purchase of a kite from the Soria balance. */
export const charged = (change: object = {}) => captured({ amount: 30_000, currency: "SORIA", ...change });

/** The API's list of the member's purchases. */
export const list = (items: object[] = [], asOf = NOW) => success({ items, asOf: iso(asOf) });

/** The list's row of the captured purchase number `n` of a kite from the Soria balance. */
export const row = (n: number, change: object = {}) => ({
  ...{ transactionId: `TX-${n}`, kind: "BALANCE", idempotencyKey: `key-of-a-purchase-${n}`, objectId: 1 },
  ...{ objectName: "Kite", quantity: 1, amount: 30_000, amountTaken: 30_000, currency: "SORIA" },
  ...{ status: "CAPTURED", createdAt: iso(NOW), capturedAt: iso(NOW), updatedAt: iso(NOW) },
  ...change,
});

/** The list's row of the captured purchase by card that `intent` and `captured` are of. */
export const cardRow = (change: object = {}) =>
  row(0, {
    ...{ transactionId: "TX-1", kind: "CARD", amount: 500, amountTaken: 500, currency: "USD" },
    ...change,
  });
