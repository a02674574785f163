import { currencyOf } from "~/domain/currencies";
import { MAX_CARD_AMOUNT, totalHundredths } from "~/domain/money";
import { invalidAccess, type Session } from "#server/session/session.server";
import type { OrderRequest } from "#server/wire/orders";
import type { StoreObject } from "#server/wire/store";
import type { Purchase, Wanted } from "./purchase.server";

/** Hundredths in a whole unit of a balance. */
const UNIT = 100;

/** Returns whether an item can be sold at its price: hundredths up to the card limit, whole units of a balance. */
export function isSellable({ sale_amount: amount, payment_type: type }: StoreObject): boolean {
  if (!Number.isSafeInteger(amount) || amount === null || amount <= 0) return false;
  return currencyOf(type) ? amount % UNIT === 0 : amount <= MAX_CARD_AMOUNT;
}

/** Returns undefined when the item cannot be sold, or the amount is not exact or exceeds the card limit. */
export function wantedOf(item: StoreObject, quantity: number): Wanted | undefined {
  const amount = totalHundredths(item.sale_amount, quantity);
  if (item.sale_amount === null || !amount || !isSellable(item)) return undefined;
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
 * Returns the content of an order with delivery.
 *
 * @throws "Invalid Access" for an item that is not priced in USD or SGD (docs/decisions/0008), or cannot be sold
 */
export async function orderOf(session: Session, item: StoreObject, quantity: number): Promise<Wanted> {
  const wanted = wantedOf(item, quantity);
  if (currencyOf(item.payment_type) || !wanted) return invalidAccess(session);
  return wanted;
}

/** Builds the order service's request for an order with delivery. */
export function orderRequestOf(purchase: Purchase): OrderRequest {
  const { objectId, quantity, delivery, unitAmount, currency } = purchase;
  if (!delivery) throw new Error("An order with delivery has an address");
  return {
    orderItems: [{ objectId, quantity, expectedUnitAmount: unitAmount, expectedCurrency: currency }],
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
