/** Calls of store, payments and orders as they leave the site (docs/specification/statements.csv). */
import { it } from "vitest";
import { readShelf } from "~/routes/store/products/read-shelf.server";
import { callApi } from "#server/api/api.server";
import type { Session } from "#server/session/session.server";
import { bearer, expectSent, type Sent, tokens } from "./sent-calls";

const order = {
  orderItems: [{ objectId: 3, quantity: 1 }],
  customer: { name: "n", phone: "1", email: "a@b.co" },
  shipping: { name: "n", phone: "1", address: "2", detailedAddress: "3", postalCode: "4" },
  paymentMethod: "STRIPE",
};

it.each<[title: string, call: () => Promise<unknown>, sent: Sent]>([
  [
    "store list: page, size and scope WEB [A231.1 A232.1]",
    () => readShelf(tokens as unknown as Session, "ja", { page: 1, keyword: undefined }),
    { line: "GET /api/store/products?scope=WEB&page=1&size=10", bearer },
  ],
  [
    "one item: its id in the path [A231.1 A233.1]",
    () => callApi("product", { tokens, language: "ja", params: { id: 7 } }),
    { line: "GET /api/store/products/7", bearer },
  ],
  [
    "purchase: transactionMethod, objectId and quantity [A231.1 A234.1 A234.2]",
    () =>
      callApi("purchase", {
        tokens,
        key: "k".repeat(20),
        json: {
          transactionMethod: "STRIPE",
          objectId: 3,
          quantity: 2,
        },
      }),
    {
      line: "POST /api/store/products/purchase",
      body: { transactionMethod: "STRIPE", objectId: 3, quantity: 2 },
      bearer,
    },
  ],
  [
    "capture: transactionMethod and both transaction ids [A231.1 A235.1 A235.2]",
    () =>
      callApi("capture", {
        tokens,
        key: "k".repeat(20),
        json: {
          transactionMethod: "STRIPE",
          transactionId: "t",
          externalTransactionId: "pi_1",
        },
      }),
    {
      line: "POST /api/store/order/capture",
      body: { transactionMethod: "STRIPE", transactionId: "t", externalTransactionId: "pi_1" },
      bearer,
    },
  ],
  [
    "PayPal order: objectId and quantity [A231.1 A236.1]",
    () => callApi("createPaypalOrder", { tokens, json: { objectId: 3, quantity: 2 } }),
    { line: "POST /api/paypal/orders", body: { objectId: 3, quantity: 2 }, bearer },
  ],
  [
    "PayPal capture: objectId, quantity and orderId [A231.1 A237.1]",
    () => callApi("capturePaypalOrder", { tokens, json: { objectId: 3, quantity: 2, orderId: "o" } }),
    { line: "POST /api/paypal/orders/capture", body: { objectId: 3, quantity: 2, orderId: "o" }, bearer },
  ],
  [
    "order: to the order service's own address [A239.1 A239.2 A240.1]",
    () => callApi("createOrder", { tokens, key: "k".repeat(20), json: order }),
    { line: "POST /order-service/v1/users/orders", body: order, bearer },
  ],
  [
    "order's confirmation: its orderId [A239.2 A241.1]",
    () => callApi("confirmOrder", { tokens, key: "k".repeat(20), json: { orderId: "7" } }),
    { line: "POST /order-service/v1/users/orders/confirm", body: { orderId: "7" }, bearer },
  ],
  [
    "orders: page and size [A239.2 A242.1]",
    () => callApi("orders", { tokens, query: { page: 1, size: 10 } }),
    { line: "GET /order-service/v1/users/orders?page=1&size=10", bearer },
  ],
  [
    "orders of some days: from and to as dates [A242.2]",
    () => callApi("orders", { tokens, query: { from: "2026-11-01", to: "2026-11-08", page: 1, size: 10 } }),
    {
      line: "GET /order-service/v1/users/orders?from=2026-11-01&to=2026-11-08&page=1&size=10",
      bearer,
    },
  ],
])("the API receives what the specification says of the call: %s", (_, call, sent) => expectSent(call, sent));
