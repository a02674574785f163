import { z } from "zod";
import { defineCall, type WireCalls } from "./call";
import { anyId, count, day, line, maybe, rows, sizedPageRequest, softly, whole } from "./common";
import { purchaseRequest } from "./store";

const orderItem = z.object({ productName: line, quantity: softly(count) });

/** `orderNumber` is ORDER-YYYYMMDD-HHMMSS-n, in UTC; `totalPrice` a whole number of hundredths. */
const order = z.object({
  id: anyId,
  orderNumber: z.string().max(200),
  orderItems: rows(orderItem),
  totalPrice: softly(whole),
  currency: line,
});
export type Order = z.infer<typeof order>;

export const orderListData = z.object({
  content: rows(order),
  pagination: softly(z.object({ currentPage: count, totalPage: count, totalItem: count }), {
    currentPage: 1,
    totalPage: 1,
    totalItem: 0,
  }),
});
export type OrderListData = z.infer<typeof orderListData>;

/** The order form of accounts-and-store.md section 3; only USD and SGD items. The expected price as in a purchase. */
const orderRequest = z.object({
  orderItems: z.array(purchaseRequest.omit({ transactionMethod: true, orderId: true })).min(1),
  customer: z.object({ name: z.string().min(1), phone: z.string().min(1), email: z.string().min(1) }),
  shipping: z.object({
    name: z.string().min(1),
    phone: z.string().min(1),
    postalCode: z.string().min(1),
    address: z.string().min(1),
    detailedAddress: z.string().min(1),
  }),
  paymentMethod: z.string().min(1),
});
export type OrderRequest = z.infer<typeof orderRequest>;

const orderGet = defineCall({ method: "GET", auth: "order", service: "orders", hasLanguageHeader: true });
const orderPost = defineCall({ method: "POST", auth: "order", service: "orders", takesKey: true });

export const calls = {
  /** Newest first. `from` and `to` are days of Japan time. */
  orders: orderGet("/v1/users/orders", {
    query: sizedPageRequest.extend({ from: day.optional(), to: day.optional() }),
    data: orderListData,
  }),
  createOrder: {
    ...orderPost("/v1/users/orders", { json: orderRequest, data: z.object({ orderId: anyId }) }),
    proposed: ["expectedUnitAmount", "expectedCurrency"],
  },
  /** `transactionId` names the captured transaction that pays for the order. */
  confirmOrder: {
    ...orderPost("/v1/users/orders/confirm", {
      json: z.object({ orderId: anyId, transactionId: z.string().optional() }),
      data: z
        .object({ orderId: maybe(anyId), orderNumber: maybe(z.string()) })
        .nullish()
        .transform((data) => data ?? {}),
    }),
    proposed: ["transactionId"],
  },
} as const satisfies WireCalls;
