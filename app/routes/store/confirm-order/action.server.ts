import type { ActionFunctionArgs } from "@remix-run/node";
import type { FormActionData } from "~/domain/form-setup";
import { withParams } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import type { CardSummary } from "~/domain/purchase-summary";
import { amountText } from "~/i18n/amount-text";
import { languageOf, translator } from "~/i18n/i18n.server";
import { receiveForm } from "#server/forms/form-spec.server";
import { checkoutOf, createPurchase, renewCheckout, repriceCheckout } from "#server/purchases/create.server";
import { orderOf, requireItem } from "#server/purchases/order-request.server";
import { type Price, priceOf } from "#server/purchases/refusals.server";
import { flashEnded, summaryOf } from "#server/purchases/outcomes.server";
import { type FlashMessage, invalidAccess } from "#server/session/session.server";
import { confirmOrderForm } from "./form.server";

/** The order's input was removed after 30 days; shown above the form to enter it again. */
export const checkoutExpired: FlashMessage = { kind: "alert", key: "store:done.checkoutExpired" };

export type ConfirmActionData = FormActionData<{ payment?: CardSummary }>;

/**
 * Places the order at the order service, then creates its card payment. Without the card script the order waits for it.
 * The order must match what the page showed: `version` detects changes by another tab, and a changed price is rejected.
 */
export async function confirmAction(args: ActionFunctionArgs) {
  const sent = await receiveForm(args);
  return confirmOrderForm.authorize(sent, async ({ session, form, failed: reject, reshow, done }) => {
    const failed = (error: "failed" | "changed" | "tooMany", status: number) =>
      reject({ formErrors: [`store:confirmOrder.${error}`], status });
    const objectId = Number(args.params["id"]);
    const { checkout, placedKey, isExpired } = await checkoutOf(session, objectId);
    if (!checkout && placedKey) return done(paths.store.purchase(placedKey));
    if (!checkout && isExpired) return done(paths.store.checkout(objectId), checkoutExpired);
    if (!checkout) return invalidAccess(session);
    const shown = form.get("version");
    if (typeof shown === "string" && shown !== checkout.version) return failed("changed", 409);
    const lng = await languageOf(args);
    const { unitAmount, currency, quantity } = checkout;
    const repriced = async (before: Price, now: Price) => {
      const total = now.unitAmount * quantity;
      await repriceCheckout(session, { ...checkout, ...now, amount: total });
      const shown = (amount: number, type = now.currency) => amountText(translator(lng), amount, type);
      const message = withParams("store:confirmOrder.priceChanged", {
        before: shown(before.unitAmount, before.currency),
        price: shown(now.unitAmount),
        total: shown(total),
      });
      return reject({ formErrors: [message], status: 409 });
    };
    // "Invalid Access" if the item can no longer be ordered.
    const price = priceOf(
      await orderOf(session, await requireItem(session, String(objectId), lng), quantity),
    );
    if (price.unitAmount !== unitAmount || price.currency !== currency) return repriced(checkout, price);
    const { key, version: _, fields, ...wanted } = checkout;
    const isPaidLater = form.get("script") !== "ready";
    const outcome = await createPurchase(session, { form: key, wanted, delivery: fields, isPaidLater });
    switch (outcome.kind) {
      case "open": {
        const { purchase } = outcome;
        if (isPaidLater) return done(paths.store.purchase(purchase.key));
        return reshow({ payment: { ...summaryOf(purchase), clientSecret: purchase.clientSecret } });
      }
      case "already":
        if (outcome.purchase.state === "refused") {
          await renewCheckout(session);
          return failed("failed", 400);
        }
        await flashEnded(session, outcome.purchase);
        return done(paths.store.purchase(outcome.purchase.key));
      case "ordered":
      case "unsettled":
      case "done":
        return done(paths.store.purchase(outcome.purchase.key));
      case "too-many":
        return failed("tooMany", 409);
      case "repriced":
        return repriced(outcome.before, outcome.price);
      case "refused":
        await renewCheckout(session);
        return failed("failed", 400);
      case "not-created":
        await renewCheckout(session);
        return failed("failed", outcome.error.status);
    }
  });
}
