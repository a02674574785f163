import { z } from "zod";
import { paymentTypes } from "~/domain/currencies";
import { defineCall, memberGet, memberPost, textGet, type WireCalls } from "./call";
import {
  anyId,
  count,
  imageList,
  line,
  maybe,
  moment,
  numericId,
  rows,
  sizedPageRequest,
  softly,
  web,
  whole,
  words,
} from "./common";

export const paymentType = z.enum(paymentTypes);

/** Payment method: the card provider, or the balance in which the item is priced. */
const transactionMethod = z.enum(["STRIPE", "PAYPAL", "SORIA", "SORIA_PLUS", "POINT"]);
export type TransactionMethod = z.infer<typeof transactionMethod>;

/** REJECTED, CANCELED and EXPIRED guarantee that no money will move (docs/purchases.md#what-the-api-must-do). */
export const transactionStatus = z.enum([
  "CREATED",
  "PROCESSING",
  "CAPTURED",
  "REJECTED",
  "CANCELED",
  "EXPIRED",
  "REFUNDED",
]);
export type TransactionStatus = z.infer<typeof transactionStatus>;

/**
 * `sale_amount` is a whole number of hundredths in every payment type; any other value becomes null, shown
 * as a dash (accounts-and-store.md section 3). `story` is proposed in the contract, and an API may omit it.
 */
export const storeObject = z.object({
  id: numericId,
  name: line,
  sale_amount: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).nullable().catch(null),
  payment_type: paymentType,
  objectImages: softly(imageList, []),
  story: words,
});
export type StoreObject = z.infer<typeof storeObject>;

export const storeListData = z.object({
  page: softly(count, 1),
  total_pages: softly(count, 1),
  items: rows(storeObject),
});
export type StoreListData = z.infer<typeof storeListData>;

/**
 * POST /store/products/purchase. `expectedUnitAmount` (hundredths) and `expectedCurrency` are the price that the
 * member saw: the API refuses another price with 10100. `orderId` is the order with delivery to pay for.
 */
export const purchaseRequest = z.object({
  transactionMethod,
  objectId: numericId,
  quantity: z.number().int().positive(),
  orderId: anyId.optional(),
  expectedUnitAmount: z.number().int().nonnegative().optional(),
  expectedCurrency: paymentType.optional(),
});
export type PurchaseRequest = z.infer<typeof purchaseRequest>;

/** An older API may omit all but the id. Compare with the request before use (purchases/response-fit.server.ts). */
const transaction = {
  transactionId: z.string().min(1),
  status: maybe(z.string()),
  /** In hundredths, for the whole purchase. */
  amount: maybe(z.number()),
  currency: maybe(z.string()),
  createdAt: maybe(moment),
  capturedAt: maybe(moment),
};

/**
 * POST /store/products/purchase. For USD or SGD: the card intent's `clientSecret`, and `status` CREATED. For soria,
 * soria-plus or point the balance is charged at once: `clientSecret` is null, `status` CAPTURED; no capture follows.
 */
export const purchaseData = z.object({
  clientSecret: maybe(z.string().min(1)),
  ...transaction,
});
export type PurchaseData = z.infer<typeof purchaseData>;

/** `data` of 10100: the current price, in hundredths. */
export const priceChangedData = z.object({ unitAmount: whole, currency: paymentType });
export type PriceChangedData = z.infer<typeof priceChangedData>;

/** `data` of 10108: how the transaction ended. */
export const endedOtherwiseData = z.object({ status: transactionStatus });

/** `data` of 8004, 8005, 8006: units of the balance (not hundredths). */
export const insufficientData = z.object({
  required_amount: whole,
  balance_amount: whole,
  missing_amount: whole,
});
export type InsufficientData = z.infer<typeof insufficientData>;

/** The state of the transaction after a capture or a cancellation. */
export const captureData = z.object({ ...transaction, status: z.string() });
export type CaptureData = z.infer<typeof captureData>;

const cancelRequest = z.object({ transactionMethod: z.literal("STRIPE"), transactionId: z.string() });

/** One transaction in the API's purchase list. */
const bookRow = z.object({
  transactionId: z.string().min(1),
  kind: z.enum(["BALANCE", "CARD", "ORDER"]),
  /** Key of the call that created the transaction. */
  idempotencyKey: maybe(z.string()),
  /** Intent at the provider, "pi_…". */
  externalTransactionId: maybe(z.string()),
  orderId: maybe(anyId),
  objectId: numericId,
  objectName: line,
  quantity: z.number().int().positive(),
  /** Requested amount, in hundredths. */
  amount: z.number().safe(),
  /** Amount that the member has paid so far, in hundredths: 0 before CAPTURED, minus refunds after it. */
  amountTaken: z.number().safe(),
  currency: paymentType,
  status: transactionStatus,
  createdAt: moment,
  capturedAt: maybe(moment),
  /** Time of the last change of `status` or `amountTaken`. */
  updatedAt: moment,
});
export type BookRow = z.infer<typeof bookRow>;

/**
 * GET /users/me/purchases: oldest change first, complete for changes before `asOf`. An invalid row fails the list:
 * omitting it would mean "nothing was taken".
 */
export const bookData = z.object({
  items: z.array(bookRow),
  nextCursor: maybe(z.string().min(1)),
  asOf: moment,
});
export type BookData = z.infer<typeof bookData>;

const paypalOrderRequest = z.object({ objectId: numericId, quantity: z.number().int().positive() });

const moneyPost = defineCall({ method: "POST", auth: "member", takesKey: true, about: ["money"] });

export const calls = {
  products: textGet("/store/products", {
    query: sizedPageRequest.extend({ scope: web }),
    data: storeListData,
  }),
  product: textGet("/store/products/{id}", { data: storeObject }),
  /** Business errors 8004, 8005, 8006 (insufficient balance, `insufficientData`), 10000 to 10005. */
  purchase: {
    ...moneyPost("/store/products/purchase", { json: purchaseRequest, data: purchaseData }),
    proposed: ["orderId", "expectedUnitAmount", "expectedCurrency"],
  },
  /**
   * `externalTransactionId` is the intent's id (pi_…). A repeated call gets the same response, with `status` CAPTURED,
   * PROCESSING or REFUNDED. Business errors 10003 to 10006.
   */
  capture: moneyPost("/store/order/capture", {
    json: cancelRequest.extend({ externalTransactionId: z.string() }),
    data: captureData,
  }),
  /**
   * The API cancels the intent first; `status` is CANCELED, and no money will move. Business errors 10108, 10003; HTTP
   * 404, 405, 501 from an API without this call.
   */
  cancel: moneyPost("/store/order/cancel", { json: cancelRequest, data: captureData }),
  /**
   * Rows whose `updatedAt` is at or after `since`, at most 400 days back. HTTP 404, 405, 501 from an API without this
   * call.
   */
  book: memberGet("/users/me/purchases", {
    query: z.object({
      since: moment,
      key: z.string().optional(),
      cursor: z.string().optional(),
      size: z.number().int().optional(),
    }),
    data: bookData,
  }),
  // PayPal is disabled, so no screen makes these two calls; they are tested because the specification lists them.
  /** The provider's order, which the buyer has to approve. */
  createPaypalOrder: memberPost("/paypal/orders", {
    json: paypalOrderRequest,
    data: z.object({ orderId: z.string().min(1) }),
  }),
  /** No document shows its response. Business error 13000. */
  capturePaypalOrder: memberPost("/paypal/orders/capture", {
    json: paypalOrderRequest.extend({ orderId: z.string() }),
    data: z.object({ orderId: z.string().optional(), status: z.string().optional() }),
  }),
} as const satisfies WireCalls;
