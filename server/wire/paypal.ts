import { z } from "zod";

/** POST /paypal/orders {objectId, quantity}: the provider's order, which the buyer has to approve. */
export const paypalOrderData = z.object({ orderId: z.string().min(1) });
export type PaypalOrderData = z.infer<typeof paypalOrderData>;

export const paypalOrderRequest = z.object({
  objectId: z.number().int().nonnegative(),
  quantity: z.number().int().positive(),
});
export type PaypalOrderRequest = z.infer<typeof paypalOrderRequest>;

/** POST /paypal/orders/capture {objectId, quantity, orderId}; no document shows its response; failed is 13000. */
export const paypalCaptureData = z.object({
  orderId: z.string().optional(),
  status: z.string().optional(),
});

export const paypalCaptureRequest = paypalOrderRequest.extend({ orderId: z.string() });
export type PaypalCaptureRequest = z.infer<typeof paypalCaptureRequest>;
