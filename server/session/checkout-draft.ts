import type { PaymentType } from "#server/wire/store";

/** What the order form asks for (accounts-and-store.md section 3, Order form). */
export interface CheckoutFields {
  customerName: string;
  customerPhone: string;
  customerEmail: string;
  shippingName: string;
  shippingPhone: string;
  postalCode: string;
  address: string;
  detailedAddress: string;
  paymentMethod: string;
}

/** So many of an item, to be delivered; the amounts in hundredths. */
export interface DeliveryOrder {
  objectId: number;
  name: string;
  quantity: number;
  unitAmount: number;
  amount: number;
  currency: PaymentType;
}

/** An order with delivery between its form and its confirmation. Nothing has been sent before the confirmation. */
export interface CheckoutDraft extends DeliveryOrder {
  /** New with each change: the confirmation sends it back, so that what was read is what is ordered. */
  version: string;
  fields: CheckoutFields;
  /** From the order service, once the order is created; to be confirmed. */
  orderId?: string | number;
}
