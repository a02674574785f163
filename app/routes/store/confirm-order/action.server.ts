import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, json } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { languageOf } from "~/i18n/i18n.server";
import { confirmOrder, createOrder } from "#server/api/orders.server";
import { ApiError } from "#server/errors/api-error";
import { readForm } from "#server/forms/form.server";
import { requireItem } from "#server/payments/item.server";
import { orderOf } from "#server/payments/order-of.server";
import { invalidAccess, redirectTo, requireMember, type Session } from "#server/session/session.server";
import type { CheckoutDraft } from "#server/session/checkout-draft";

export interface ConfirmAnswer {
  /** A key: not placed, or nobody can tell, or not what the page showed. */
  error: `store:confirmOrder.${"failed" | "unknown" | "changed"}`;
}

const changed = () => json<ConfirmAnswer>({ error: "store:confirmOrder.changed" }, { status: 409 });

/**
 * Places the order of the session: creates it at the order service, then confirms it. An order that is created and
 * not confirmed is none, so a lost answer of the first call costs nothing; the second is sent again with the same id.
 *
 * What is ordered is what the page showed: not what another tab has entered meanwhile (`version`), and not at another
 * price.
 */
export async function confirmAction(args: ActionFunctionArgs) {
  const session = await requireMember(args);
  const shown = (await readForm(args.request)).get("version");
  return session.exclusively("order", async () => {
    const draft = session.data.checkout;
    if (!draft || String(draft.objectId) !== args.params["id"]) {
      // The other half of a double click finds the order placed already.
      if (session.data.placedOrder === Number(args.params["id"])) return toOrders(session, "already");
      return invalidAccess(session);
    }
    if (typeof shown === "string" && shown !== draft.version) return changed();
    let stage: "create" | "confirm" = "create";
    try {
      if (draft.orderId === undefined && (await hasNewPrice(session, draft, args.request))) return changed();
      const orderId = draft.orderId ?? (await create(session, draft));
      stage = "confirm";
      await confirmOrder(session, orderId);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401) throw error;
      const isUnknown = stage === "confirm" && error.kind !== "business";
      return json<ConfirmAnswer>(
        { error: isUnknown ? "store:confirmOrder.unknown" : "store:confirmOrder.failed" },
        { status: error.kind === "business" ? 400 : error.status },
      );
    }
    await session.update((data) => {
      delete data.checkout;
      data.placedOrder = draft.objectId;
    });
    return toOrders(session, "done");
  });
}

/** Whether the item costs something else by now; the order then says so from here on. */
async function hasNewPrice(session: Session, { objectId, ...order }: CheckoutDraft, request: Request) {
  const item = await requireItem(session, String(objectId), await languageOf(request));
  if (item.sale_amount === order.unitAmount && item.payment_type === order.currency) return false;
  const now = await orderOf(session, item, order.quantity);
  await session.update((data) => {
    if (data.checkout) Object.assign(data.checkout, now, { version: randomUUID() });
  });
  return true;
}

async function create(session: Session, { objectId, quantity, fields }: CheckoutDraft) {
  const { orderId } = await createOrder(session, {
    orderItems: [{ objectId, quantity }],
    customer: { name: fields.customerName, phone: fields.customerPhone, email: fields.customerEmail },
    shipping: {
      name: fields.shippingName,
      phone: fields.shippingPhone,
      postalCode: fields.postalCode,
      address: fields.address,
      detailedAddress: fields.detailedAddress,
    },
    paymentMethod: fields.paymentMethod,
  });
  await session.update((data) => {
    if (data.checkout) data.checkout.orderId = orderId;
  });
  return orderId;
}

async function toOrders(session: Session, how: "done" | "already") {
  await session.flash({ kind: how === "done" ? "success" : "info", key: `store:confirmOrder.${how}` });
  return redirectTo(session, paths.myPage.ecommerceHistory());
}
