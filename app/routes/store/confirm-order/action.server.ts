import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import type { FormAnswer } from "~/domain/form-answer";
import { withParams } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import type { CardSummary } from "~/domain/purchase-summary";
import { amountText } from "~/i18n/amount-text";
import { languageOf, translator } from "~/i18n/i18n.server";
import { defineForm } from "#server/forms/define-form.server";
import { receiveForm } from "#server/forms/form-spec.server";
import { createPurchase } from "#server/purchases/create.server";
import { checkoutOf, repriceCheckout } from "#server/purchases/checkout.server";
import { orderOf, requireItem } from "#server/purchases/order-request.server";
import type { Checkout } from "#server/purchases/purchase.server";
import { type Price, priceOf } from "#server/purchases/refusals.server";
import { summaryOf } from "#server/purchases/outcomes.server";
import { type FlashMessage, invalidAccess, type Session } from "#server/session/session.server";

/** Form without fields: the order was entered in the order form and is stored in the ledger. */
export const confirmOrderForm = defineForm({
  name: "confirm-order",
  who: "member",
  redirectOthersTo: paths.store.products(),
  schema: z.object({}),
  fields: [],
});

/** The order's input was removed after 30 days; shown above the form to enter it again. */
export const checkoutExpired: FlashMessage = { kind: "alert", key: "store:done.checkoutExpired" };

export type ConfirmAnswer = FormAnswer<{ payment?: CardSummary }>;

/**
 * Places the order at the order service, then creates its card payment; the order is confirmed after the capture
 * (server/purchases/settle.server.ts). Without the card script the order waits for its payment.
 *
 * The order must match what the page showed: `version` detects changes by another tab, and a changed price is
 * rejected.
 */
export async function confirmAction(args: ActionFunctionArgs) {
  const sent = await receiveForm(args);
  return confirmOrderForm.authorize(sent, async ({ session, form, failed: answer, reshow, done }) => {
    const failed = (error: "failed" | "changed" | "tooMany", status: number) =>
      answer({ formErrors: [`store:confirmOrder.${error}`], status });
    const objectId = Number(args.params["id"]);
    const { checkout, placedKey, isExpired } = await checkoutOf(session, objectId);
    if (!checkout && placedKey) return done(paths.store.purchase(placedKey));
    if (!checkout && isExpired) return done(paths.store.checkout(objectId), checkoutExpired);
    if (!checkout) return invalidAccess(session);
    const shown = form.get("version");
    if (typeof shown === "string" && shown !== checkout.version) return failed("changed", 409);
    const t = translator(await languageOf(args.request));
    const { unitAmount, currency } = checkout;
    const repriced = async (before: Price, price: Price) => {
      const wanted = { ...checkout, ...price, amount: price.unitAmount * checkout.quantity };
      await repriceCheckout(session, wanted);
      return answer({ formErrors: [priceMessage(before, price, checkout.quantity, t)], status: 409 });
    };
    const price = await priceNow(session, checkout, args.request);
    if (price.unitAmount !== unitAmount || price.currency !== currency) return repriced(checkout, price);
    const { key, version: _, fields, ...wanted } = checkout;
    const isPaidLater = form.get("script") !== "ready";
    const outcome = await createPurchase(session, { key, wanted, delivery: fields, isPaidLater });
    switch (outcome.kind) {
      case "open": {
        const { purchase } = outcome;
        if (isPaidLater) return done(paths.store.purchase(purchase.key));
        return reshow({ payment: { ...summaryOf(purchase), clientSecret: purchase.clientSecret } });
      }
      case "ordered":
      case "unsettled":
      case "done":
      case "already":
        return done(paths.store.purchase(outcome.purchase.key));
      case "too-many":
        return failed("tooMany", 409);
      case "repriced":
        return repriced(outcome.before, outcome.price);
      case "refused":
        return failed("failed", 400);
      case "not-created":
        return failed("failed", outcome.error.status);
    }
  });
}

/** Returns the current unit price. @throws "Invalid Access" if the item can no longer be ordered */
async function priceNow(
  session: Session,
  { objectId, quantity }: Checkout,
  request: Request,
): Promise<Price> {
  const item = await requireItem(session, String(objectId), await languageOf(request));
  return priceOf(await orderOf(session, item, quantity));
}

function priceMessage(before: Price, { unitAmount, currency }: Price, quantity: number, t: unknown): string {
  const shown = (amount: number, type = currency) => amountText(t, amount, type);
  return withParams("store:confirmOrder.priceChanged", {
    before: shown(before.unitAmount, before.currency),
    price: shown(unitAmount),
    total: shown(unitAmount * quantity),
  });
}
