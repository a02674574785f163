import { z } from "zod";
import { captureData } from "./store";

/** POST /paypal/orders {objectId, quantity}: the provider's order, which the buyer has to approve. */
export const paypalOrderData = z.object({ orderId: z.string().min(1) });
export type PaypalOrderData = z.infer<typeof paypalOrderData>;

export const paypalOrderRequest = z.object({
  objectId: z.number().int().nonnegative(),
  quantity: z.number().int().positive(),
});
export type PaypalOrderRequest = z.infer<typeof paypalOrderRequest>;

/**
 * POST /paypal/orders/capture {objectId, quantity, orderId}: response like the store's capture; 13000 for a failure.
 */
export const paypalCaptureData = captureData;
export type PaypalCaptureData = z.infer<typeof paypalCaptureData>;

export const paypalCaptureRequest = paypalOrderRequest.extend({ orderId: z.string() });
export type PaypalCaptureRequest = z.infer<typeof paypalCaptureRequest>;
