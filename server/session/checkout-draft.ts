import { z } from "zod";
import { paymentType } from "#server/wire/store";

/** What the order form asks for (accounts-and-store.md section 3, Order form). */
const checkoutFields = z.object({
  customerName: z.string(),
  customerPhone: z.string(),
  customerEmail: z.string(),
  shippingName: z.string(),
  shippingPhone: z.string(),
  postalCode: z.string(),
  address: z.string(),
  detailedAddress: z.string(),
  paymentMethod: z.string(),
});

/** So many of an item, to be delivered; the amounts in hundredths. */
const deliveryOrder = z.object({
  objectId: z.number(),
  name: z.string(),
  quantity: z.number(),
  unitAmount: z.number(),
  amount: z.number(),
  currency: paymentType,
});
export type DeliveryOrder = z.infer<typeof deliveryOrder>;

/** An order with delivery between its form and its confirmation. Nothing has been sent before the confirmation. */
export const checkoutDraft = deliveryOrder.extend({
  /** New with each change: the confirmation sends it back, so that what was read is what is ordered. */
  version: z.string(),
  fields: checkoutFields,
  /** From the order service, once the order is created; to be confirmed. */
  orderId: z.union([z.string(), z.number()]).optional(),
});
export type CheckoutDraft = z.infer<typeof checkoutDraft>;
