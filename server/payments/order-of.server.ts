import { currencyOf } from "~/domain/currencies";
import { totalHundredths } from "~/domain/money";
import { invalidAccess, type Session } from "#server/session/session.server";
import type { DeliveryOrder } from "#server/session/checkout-draft";
import type { StoreObject } from "#server/wire/store";

/**
 * What an order of so many of an item is, with the amounts as the API has them.
 *
 * @throws "Invalid Access" for an item that is not priced in USD or SGD (decisions.md), or has no price
 */
export async function orderOf(session: Session, item: StoreObject, quantity: number): Promise<DeliveryOrder> {
  const amount = totalHundredths(item.sale_amount, quantity);
  if (currencyOf(item.payment_type) || item.sale_amount === null || !amount) return invalidAccess(session);
  return {
    objectId: item.id,
    name: item.name,
    quantity,
    unitAmount: item.sale_amount,
    amount,
    currency: item.payment_type,
  };
}
