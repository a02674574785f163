import { z } from "zod";
import { count, imageList, maybe, numericId, rows, softly, words } from "./common";

export const paymentType = z.enum(["SORIA", "SORIA_PLUS", "POINT", "USD", "SGD"]);

const transactionMethod = z.enum(["STRIPE", "PAYPAL"]);

/**
 * GET /store/products/{id}. `sale_amount` is a whole number of hundredths in every payment type; anything that is
 * no number reaches the screen as null, which shows a dash (accounts-and-store.md section 3).
 */
export const storeObject = z.object({
  id: numericId,
  name: words,
  sale_amount: z.number().nullable().catch(null),
  payment_type: paymentType,
  objectImages: softly(imageList, (images) => images ?? []),
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

/** POST /store/products/purchase */
export const purchaseRequest = z.object({
  transactionMethod: transactionMethod.optional(),
  objectId: numericId,
  quantity: z.number().int().positive(),
});
export type PurchaseRequest = z.infer<typeof purchaseRequest>;

/**
 * POST /store/products/purchase. Priced in USD or SGD: `clientSecret` of the card intent, and `status` CREATED.
 * Priced in soria, soria-plus or point: the balance has been taken at once, `clientSecret` is null and `status`
 * CAPTURED; there is nothing left to capture.
 */
export const purchaseData = z.object({
  clientSecret: maybe(z.string().min(1)),
  transactionId: z.string().min(1),
  status: maybe(z.string()),
});
export type PurchaseData = z.infer<typeof purchaseData>;

/** `data` of 8004, 8005, 8006: units of the balance (not hundredths). */
export const insufficientData = z.object({
  required_amount: z.number(),
  balance_amount: z.number(),
  missing_amount: z.number(),
});
export type InsufficientData = z.infer<typeof insufficientData>;

/** POST /store/order/capture; `externalTransactionId` is the intent's id (pi_…) */
export const captureRequest = z.object({
  transactionMethod: transactionMethod.optional(),
  transactionId: z.string(),
  externalTransactionId: z.string(),
});
export type CaptureRequest = z.infer<typeof captureRequest>;

/** The same call again gives the same answer. */
export const captureData = z.object({ transactionId: z.string().min(1), status: z.literal("CAPTURED") });
export type CaptureData = z.infer<typeof captureData>;
