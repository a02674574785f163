import type { LoaderFunctionArgs } from "@remix-run/node";
import { readQuantity } from "~/domain/quantity";
import { languageOf } from "~/i18n/i18n.server";
import { safeAddress } from "#server/api/sanitize-html.server";
import { requireItem } from "#server/purchases/item.server";
import { orderOf, wantedOf } from "#server/purchases/order-request.server";
import type { Session } from "#server/session/session.server";

/**
 * Returns the order of the URL: the item, the quantity of `?quantity=` (default 1), and the amounts from the API. An
 * invalid quantity becomes 1, with the reason in `quantityError` (a message key).
 *
 * @throws "Invalid Access" if the item is not priced in USD or SGD (docs/decisions/0008) or has no price
 */
export async function deliverable(
  session: Session,
  { params, request }: Pick<LoaderFunctionArgs, "params" | "request">,
) {
  const item = await requireItem(session, params["id"], await languageOf(request));
  const quantity = readQuantity(new URL(request.url).searchParams.get("quantity") ?? "1");
  const isTooLarge = item.sale_amount !== null && wantedOf(item, quantity ?? 1) === undefined;
  const quantityError =
    quantity === undefined
      ? "store:errors.quantity"
      : isTooLarge
        ? "store:errors.quantityTooLarge"
        : undefined;
  const order = await orderOf(session, item, quantityError === undefined && quantity ? quantity : 1);
  const [picture] = item.objectImages;
  return { order, quantityError, image: picture && safeAddress(picture.url) };
}
