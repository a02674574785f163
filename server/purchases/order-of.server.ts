import { currencyOf, type PaymentType } from "~/domain/currencies";
import { MAX_CARD_AMOUNT, totalHundredths } from "~/domain/money";
import { invalidAccess, type Session } from "#server/session/session.server";
import type { OrderRequest } from "#server/wire/orders";
import type { StoreObject } from "#server/wire/store";
import type { Purchase } from "./purchase.server";

/** So many of an item, with the amounts as the API has them, in hundredths. */
export interface Wanted {
  objectId: number;
  name: string;
  quantity: number;
  unitAmount: number;
  amount: number;
  currency: PaymentType;
}

/** Undefined for an item without a price, and for an amount that is not exact or more than a card can pay. */
export function wantedOf(item: StoreObject, quantity: number): Wanted | undefined {
  const amount = totalHundredths(item.sale_amount, quantity);
  if (item.sale_amount === null || !amount) return undefined;
  if (!currencyOf(item.payment_type) && amount > MAX_CARD_AMOUNT) return undefined;
  return {
    objectId: item.id,
    name: item.name,
    quantity,
    unitAmount: item.sale_amount,
    amount,
    currency: item.payment_type,
  };
}

/**
 * What an order of so many of an item with delivery is.
 *
 * @throws "Invalid Access" for an item that is not priced in USD or SGD (docs/decisions/0008), or has no price
 */
export async function orderOf(session: Session, item: StoreObject, quantity: number): Promise<Wanted> {
  const wanted = wantedOf(item, quantity);
  if (currencyOf(item.payment_type) || !wanted) return invalidAccess(session);
  return wanted;
}

/** What the order service is sent for an order with delivery. */
export function orderRequestOf({ objectId, quantity, delivery }: Purchase): OrderRequest {
  if (!delivery) throw new Error("An order with delivery has an address");
  return {
    orderItems: [{ objectId, quantity }],
    customer: {
      name: delivery.customerName,
      phone: delivery.customerPhone,
      email: delivery.customerEmail,
    },
    shipping: {
      name: delivery.shippingName,
      phone: delivery.shippingPhone,
      postalCode: delivery.postalCode,
      address: delivery.address,
      detailedAddress: delivery.detailedAddress,
    },
    paymentMethod: delivery.paymentMethod,
  };
}
