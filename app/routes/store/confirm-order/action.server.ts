import type { ActionFunctionArgs } from "@remix-run/node";
import type { FormAnswer } from "~/domain/form-answer";
import { paths } from "~/domain/paths";
import type { CardSummary } from "~/domain/purchase-summary";
import { languageOf } from "~/i18n/i18n.server";
import { readSent } from "#server/forms/define-form.server";
import { createPurchase } from "#server/purchases/create.server";
import { checkoutOf, repriceCheckout } from "#server/purchases/checkout.server";
import { requireItem } from "#server/purchases/item.server";
import { orderOf } from "#server/purchases/order-of.server";
import type { Checkout } from "#server/purchases/purchase.server";
import { summaryOf } from "#server/purchases/summary.server";
import { invalidAccess, type Session } from "#server/session/session.server";
import { confirmOrderForm } from "./form.server";

/** With a payment: the order is made, and its card can be entered. */
export type ConfirmAnswer = FormAnswer<{ payment?: CardSummary }>;

/**
 * Places the order: makes it at the order service, and then its payment by card; it is confirmed once that is captured
 * (server/purchases/settle.server.ts). Without a script that can take a card the order waits for its payment.
 *
 * What is ordered is what the page showed: not what another tab has entered meanwhile (`version`), and not at another
 * price.
 */
export async function confirmAction(args: ActionFunctionArgs) {
  const sent = await readSent(args);
  return confirmOrderForm.admit(sent, async ({ session, form, failed: answer, again, done }) => {
    const failed = (error: "failed" | "changed" | "tooMany", status: number) =>
      answer({ formErrors: [`store:confirmOrder.${error}`], status });
    const { checkout, placed } = await checkoutOf(session, Number(args.params["id"]));
    if (!checkout) return placed ? done(paths.store.purchase(placed.key)) : invalidAccess(session);
    const shown = form.get("version");
    if (typeof shown === "string" && shown !== checkout.version) return failed("changed", 409);
    if (await hasNewPrice(session, checkout, args.request)) return failed("changed", 409);
    const { key, version: _, fields, ...wanted } = checkout;
    const isPaidLater = form.get("script") !== "ready";
    const outcome = await createPurchase(session, { key, wanted, delivery: fields, isPaidLater });
    switch (outcome.kind) {
      case "open": {
        const { purchase } = outcome;
        if (isPaidLater) return done(paths.store.purchase(purchase.key));
        return again({ payment: { ...summaryOf(purchase), clientSecret: purchase.clientSecret } });
      }
      case "ordered":
      case "unsettled":
      case "done":
      case "already":
        return done(paths.store.purchase(outcome.purchase.key));
      case "too-many":
        return failed("tooMany", 409);
      case "refused":
        return failed("failed", 400);
      case "not-created":
        return failed("failed", outcome.error.status);
    }
  });
}

/** Whether the item costs something else by now; the order then says so from here on. */
async function hasNewPrice(session: Session, { objectId, quantity, ...order }: Checkout, request: Request) {
  const item = await requireItem(session, String(objectId), await languageOf(request));
  if (item.sale_amount === order.unitAmount && item.payment_type === order.currency) return false;
  await repriceCheckout(session, await orderOf(session, item, quantity));
  return true;
}
