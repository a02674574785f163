import type { LoaderFunctionArgs } from "@remix-run/node";
import { currencyOf } from "~/domain/currencies";
import { totalHundredths } from "~/domain/money";
import { readQuantity } from "~/domain/quantity";
import { languageOf } from "~/i18n/i18n.server";
import { requireItem } from "#server/payments/item.server";
import { invalidAccess, type Session } from "#server/session/session.server";

/**
 * What the address orders: the item, the quantity of `?quantity=` (1 without), and the amounts as the API has them.
 *
 * @throws "Invalid Access" for an item that is not priced in USD or SGD (decisions.md), or has no price
 */
export async function deliverable(
  session: Session,
  { params, request }: Pick<LoaderFunctionArgs, "params" | "request">,
) {
  const item = await requireItem(session, params["id"], await languageOf(request));
  const quantity = readQuantity(new URL(request.url).searchParams.get("quantity")) ?? 1;
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
