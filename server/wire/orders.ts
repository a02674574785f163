import { z } from "zod";
import { anyId, count, day, maybe, rows, sizedPageRequest, softly, words } from "./common";
import { paymentType } from "./store";

const orderItem = z.object({ productName: words, quantity: z.number().int() });

/** `orderNumber` is ORDER-YYYYMMDD-HHMMSS-n, in UTC; `totalPrice` a whole number of hundredths. */
const order = z.object({
  id: anyId,
  orderNumber: z.string(),
  orderItems: rows(orderItem),
  totalPrice: z.number(),
  currency: z.string(),
});
export type Order = z.infer<typeof order>;

/** GET /v1/users/orders ?from&to&page&size (days of Japan time, YYYY-MM-DD): newest first. */
export const orderListData = z.object({
  content: rows(order),
  pagination: softly(
    z.object({ currentPage: count, totalPage: count, totalItem: count }),
    (pagination) => pagination ?? { currentPage: 1, totalPage: 1, totalItem: 0 },
  ),
});
export type OrderListData = z.infer<typeof orderListData>;

export const orderListRequest = sizedPageRequest.extend({ from: day.optional(), to: day.optional() });
export type OrderListRequest = z.infer<typeof orderListRequest>;

/** Expected price: hundredths and currency that the member saw. The API refuses another price with PRICE_CHANGED. */
const orderedItem = z.object({
  objectId: z.number().int(),
  quantity: z.number().int().positive(),
  expectedUnitAmount: z.number().int().nonnegative().optional(),
  expectedCurrency: paymentType.optional(),
});

/** POST /v1/users/orders: the order form of accounts-and-store.md section 3; only USD and SGD items. */
export const orderRequest = z.object({
  orderItems: z.array(orderedItem).min(1),
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

export const orderCreatedData = z.object({ orderId: anyId });

/** POST /v1/users/orders/confirm: `transactionId` names the captured transaction that pays for the order. */
export const orderConfirmRequest = z.object({ orderId: anyId, transactionId: z.string().optional() });

/** POST /v1/users/orders/confirm, response: the order's number, if the service states it. */
export const orderConfirmedData = z
  .object({ orderId: maybe(anyId), orderNumber: maybe(z.string()) })
  .nullish()
  .transform((data) => data ?? {});
