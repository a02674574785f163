import { z } from "zod";
import { anyId, count, imageList, maybe, moment, numericId, rows, softly, words } from "./common";

export const paymentType = z.enum(["SORIA", "SORIA_PLUS", "POINT", "USD", "SGD"]);

/** Who pays: the card provider, or the balance that the item is priced in. */
const transactionMethod = z.enum(["STRIPE", "PAYPAL", "SORIA", "SORIA_PLUS", "POINT"]);
export type TransactionMethod = z.infer<typeof transactionMethod>;

/**
 * How a transaction stands. REJECTED, CANCELED and EXPIRED are promises that no money can move any more; CAPTURED means
 * that the money is taken and the goods are given (docs/purchases.md, "What the API owes").
 */
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
 * GET /store/products/{id}. `sale_amount` is a whole number of hundredths in every payment type; anything that is
 * no number reaches the screen as null, which shows a dash (accounts-and-store.md section 3). `story` is a proposal of
 * the contract: some words about the item, plain text; an API without it leaves it out.
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

/** GET /store/products, query */
export const storeListRequest = z.object({
  page: z.number().int(),
  size: z.number().int(),
  scope: z.string(),
});

/** GET /store/products */
export const storeListData = z.object({
  page: softly(count, (page) => page ?? 1),
  total_pages: softly(count, (pages) => pages ?? 1),
  items: rows(storeObject),
});
export type StoreListData = z.infer<typeof storeListData>;

/**
 * POST /store/products/purchase. `expectedUnitAmount` (hundredths) and `expectedCurrency` are what the member saw: the
 * API refuses another price with 10100. `orderId` names the order with delivery that this pays for.
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

/**
 * The money of a transaction in an answer. All of it may be missing in an answer of an older API, and none of it is
 * believed before it was compared with what was asked for (server/purchases/answer-fits.server.ts).
 */
const transactionFacts = {
  status: maybe(z.string()),
  /** Of the whole purchase, in hundredths. */
  amount: maybe(z.number()),
  currency: maybe(z.string()),
  createdAt: maybe(moment),
  capturedAt: maybe(moment),
};

/**
 * POST /store/products/purchase. Priced in USD or SGD: `clientSecret` of the card intent, and `status` CREATED.
 * Priced in soria, soria-plus or point: the balance has been taken at once, `clientSecret` is null and `status`
 * CAPTURED; there is nothing left to capture.
 */
export const purchaseData = z.object({
  clientSecret: maybe(z.string().min(1)),
  transactionId: z.string().min(1),
  ...transactionFacts,
});
export type PurchaseData = z.infer<typeof purchaseData>;

/** `data` of 10100: what the item costs now, in hundredths. */
export const priceChangedData = z.object({ unitAmount: z.number().int(), currency: paymentType });
export type PriceChangedData = z.infer<typeof priceChangedData>;

/** `data` of 10108: how the transaction ended. */
export const endedOtherwiseData = z.object({ status: transactionStatus });

/** `data` of 8004, 8005, 8006: units of the balance (not hundredths). */
export const insufficientData = z.object({
  required_amount: z.number(),
  balance_amount: z.number(),
  missing_amount: z.number(),
});
export type InsufficientData = z.infer<typeof insufficientData>;

/** POST /store/order/capture; `externalTransactionId` is the intent's id (pi_…) */
export const captureRequest = z.object({
  transactionMethod: z.literal("STRIPE"),
  transactionId: z.string(),
  externalTransactionId: z.string(),
});
export type CaptureRequest = z.infer<typeof captureRequest>;

/** The same call again gives the same answer. `status` is CAPTURED, PROCESSING or REFUNDED. */
export const captureData = z.object({
  transactionId: z.string().min(1),
  ...transactionFacts,
  status: z.string(),
});
export type CaptureData = z.infer<typeof captureData>;

/** POST /store/order/cancel */
export const cancelRequest = z.object({ transactionMethod: z.literal("STRIPE"), transactionId: z.string() });
export type CancelRequest = z.infer<typeof cancelRequest>;

/** POST /store/order/cancel: `status` is CANCELED, and no money can move any more. */
export const cancelData = z.object({
  transactionId: z.string().min(1),
  ...transactionFacts,
  status: z.string(),
});
export type CancelData = z.infer<typeof cancelData>;

/** GET /users/me/purchases, query: rows whose `updatedAt` is at or after `since`, at most 400 days back. */
export const bookRequest = z.object({
  since: moment,
  key: z.string().optional(),
  cursor: z.string().optional(),
  size: z.number().int().optional(),
});
export type BookRequest = z.infer<typeof bookRequest>;

/** One transaction of the member in the API's book of record. */
const bookRow = z.object({
  transactionId: z.string().min(1),
  kind: z.enum(["BALANCE", "CARD", "ORDER"]),
  /** Of the call that made it. */
  idempotencyKey: maybe(z.string()),
  /** The intent at the provider, "pi_…". */
  externalTransactionId: maybe(z.string()),
  orderId: maybe(anyId),
  objectId: numericId,
  objectName: words,
  quantity: z.number().int().positive(),
  /** Hundredths asked for. */
  amount: z.number(),
  /** Hundredths that the member is out of at this moment: 0 before CAPTURED, less refunds after it. */
  amountTaken: z.number(),
  currency: paymentType,
  status: transactionStatus,
  createdAt: moment,
  capturedAt: maybe(moment),
  /** Of the last change of `status` or `amountTaken`. */
  updatedAt: moment,
});
export type BookRow = z.infer<typeof bookRow>;

/**
 * GET /users/me/purchases: oldest change first. No transaction that changed before `asOf` is missing. Rows are strict:
 * a row that was left out would read as "nothing was taken".
 */
export const bookData = z.object({
  items: z.array(bookRow),
  nextCursor: maybe(z.string().min(1)),
  asOf: moment,
});
export type BookData = z.infer<typeof bookData>;
