import { z } from "zod";
import {
  anyId,
  count,
  imageList,
  maybe,
  moment,
  numericId,
  rows,
  sizedPageRequest,
  softly,
  web,
  words,
} from "./common";

export const paymentType = z.enum(["SORIA", "SORIA_PLUS", "POINT", "USD", "SGD"]);

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
 * `sale_amount` is a whole number of hundredths in every payment type; a value that is not a number becomes null, shown
 * as a dash (accounts-and-store.md section 3). `story` is proposed in the contract, and an API may omit it.
 */
export const storeObject = z.object({
  id: numericId,
  name: words,
  sale_amount: z.number().nullable().catch(null),
  payment_type: paymentType,
  objectImages: softly(imageList, (images) => images ?? []),
  story: words,
});
export type StoreObject = z.infer<typeof storeObject>;

export const storeListRequest = sizedPageRequest.extend({ scope: web });

export const storeListData = z.object({
  page: softly(count, (page) => page ?? 1),
  total_pages: softly(count, (pages) => pages ?? 1),
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

/** An older API may omit all but the id. Compare with the request before use (purchases/answer-fits.server.ts). */
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
export const priceChangedData = z.object({ unitAmount: z.number().int(), currency: paymentType });
export type PriceChangedData = z.infer<typeof priceChangedData>;

/** `data` of 10108: how the transaction ended. */
export const endedOtherwiseData = z.object({ status: transactionStatus });

/** `data` of 8004, 8005, 8006: units of the balance (not hundredths). */
export const insufficientData = z.object({
  required_amount: z.number().int(),
  balance_amount: z.number().int(),
  missing_amount: z.number().int(),
});
export type InsufficientData = z.infer<typeof insufficientData>;

/** POST /store/order/capture; `externalTransactionId` is the intent's id (pi_…) */
export const captureRequest = z.object({
  transactionMethod: z.literal("STRIPE"),
  transactionId: z.string(),
  externalTransactionId: z.string(),
});
export type CaptureRequest = z.infer<typeof captureRequest>;

/** A repeated call gets the same response. `status` is CAPTURED, PROCESSING or REFUNDED. */
export const captureData = z.object({ ...transaction, status: z.string() });
export type CaptureData = z.infer<typeof captureData>;

export const cancelRequest = z.object({ transactionMethod: z.literal("STRIPE"), transactionId: z.string() });
export type CancelRequest = z.infer<typeof cancelRequest>;

/** POST /store/order/cancel: `status` is CANCELED, and no money will move. */
export const cancelData = z.object({ ...transaction, status: z.string() });

/** GET /users/me/purchases, query: rows whose `updatedAt` is at or after `since`, at most 400 days back. */
export const bookRequest = z.object({
  since: moment,
  key: z.string().optional(),
  cursor: z.string().optional(),
  size: z.number().int().optional(),
});
export type BookRequest = z.infer<typeof bookRequest>;

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
  objectName: words,
  quantity: z.number().int().positive(),
  /** Requested amount, in hundredths. */
  amount: z.number(),
  /** Amount that the member has paid so far, in hundredths: 0 before CAPTURED, minus refunds after it. */
  amountTaken: z.number(),
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
