import { z } from "zod";
import { captureData } from "./store";

/** POST /paypal/orders {objectId, quantity}: the provider's order, to be approved by the buyer. */
export const paypalOrderData = z.object({ orderId: z.string().min(1) });
export type PaypalOrderData = z.infer<typeof paypalOrderData>;

export const paypalOrderRequest = z.object({
  objectId: z.number().int().nonnegative(),
  quantity: z.number().int().positive(),
});
export type PaypalOrderRequest = z.infer<typeof paypalOrderRequest>;

/** POST /paypal/orders/capture {objectId, quantity, orderId}: as the capture of the store; failed is 13000. */
export const paypalCaptureData = captureData;
export type PaypalCaptureData = z.infer<typeof paypalCaptureData>;

export const paypalCaptureRequest = paypalOrderRequest.extend({ orderId: z.string() });
export type PaypalCaptureRequest = z.infer<typeof paypalCaptureRequest>;
