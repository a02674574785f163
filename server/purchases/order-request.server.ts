import { currencyOf } from "~/domain/currencies";
import type { Language } from "~/domain/language-tag";
import { MAX_CARD_AMOUNT, totalHundredths } from "~/domain/money";
import { ITEM_GONE } from "~/domain/next-steps";
import { callApi } from "#server/api/api.server";
import { ApiError } from "#server/errors/api-error";
import { invalidAccess, type Session } from "#server/session/session.server";
import { Code } from "#server/wire/codes";
import type { OrderRequest } from "#server/wire/orders";
import type { StoreObject } from "#server/wire/store";
import type { Purchase, Wanted } from "./purchase.server";

/** Keyed by session; each request has its own. An action and the loaders after it read the item once. */
const readItems = new WeakMap<Session, Map<string, Promise<StoreObject>>>();

/**
 * Returns the item of a URL, read once per request. If a later call times out, the page can still be rendered.
 * @throws "Invalid Access" for an id that is no number; ApiError when it cannot be read, http 404 when there is none
 */
export async function requireItem(session: Session, id: string | undefined, language: Language) {
  if (id === undefined || !/^\d{1,15}$/.test(id)) return invalidAccess(session);
  const items = readItems.get(session) ?? new Map<string, Promise<StoreObject>>();
  readItems.set(session, items);
  const reading =
    items.get(`${id} ${language}`) ??
    callApi("product", { tokens: session, language, params: { id: Number(id) } });
  items.set(`${id} ${language}`, reading);
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isMissing = error.code === Code.STORE_OBJECT_NOT_FOUND || error.httpStatus === 404;
    throw isMissing ? itemGone(error) : error;
  }
}

/** The item was deleted, perhaps while the visitor had its page open: loading it again cannot help. */
const itemGone = ({ call, code }: ApiError) =>
  new ApiError({
    kind: "http",
    call,
    status: 404,
    httpStatus: 404,
    code,
    messageKey: ITEM_GONE,
    detail: "no such item",
  });

/** Hundredths in a whole unit of a balance. */
const UNIT = 100;

/** Returns whether an item can be sold at its price: hundredths up to the card limit, whole units of a balance. */
export function isSellable({ sale_amount: amount, payment_type: type }: StoreObject): boolean {
  if (!Number.isSafeInteger(amount) || amount === null || amount <= 0) return false;
  return currencyOf(type) ? amount % UNIT === 0 : amount <= MAX_CARD_AMOUNT;
}

/** Returns the message key that says why `isSellable` is false. */
export const unsoldText = ({ sale_amount: amount }: Pick<StoreObject, "sale_amount">) =>
  amount === null ? ("store:item.noPrice" as const) : ("store:item.notSold" as const);

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

/** @throws "Invalid Access" for an item that is not priced in USD or SGD (docs/decisions/0008), or cannot be sold */
export async function orderOf(session: Session, item: StoreObject, quantity: number): Promise<Wanted> {
  const wanted = wantedOf(item, quantity);
  if (currencyOf(item.payment_type) || !wanted) return invalidAccess(session);
  return wanted;
}

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
