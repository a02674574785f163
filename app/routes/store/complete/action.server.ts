import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { paths } from "~/domain/paths";
import { defineForm } from "#server/forms/define-form.server";
import { receiveForm } from "#server/forms/form-spec.server";
import { keepCheckout } from "#server/purchases/checkout.server";
import { payOrder } from "#server/purchases/create.server";
import { findPurchase, ownerOfSession } from "#server/purchases/ledger.server";
import { readKey } from "#server/purchases/keys.server";
import { drop, say } from "#server/purchases/member-actions.server";
import { expectPurchases } from "#server/purchases/outcomes.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { settleFor } from "#server/purchases/reconcile.server";
import { invalidAccess, redirectPage, redirectTo, type Session } from "#server/session/session.server";

/** Form with a button for each action on a purchase. It has no text fields; a hidden field holds the purchase's key. */
export const purchaseForm = defineForm({
  name: "purchase",
  who: "member",
  redirectOthersTo: paths.store.products(),
  schema: z.object({}),
  fields: [],
});

/** Redirects to the inquiry form for a purchase that is paid but cannot be captured (payment.md, the table). */
export async function toInquiry(session: Session, { transactionId = "" }: Purchase) {
  await session.flash({ kind: "alert", key: "store:done.interrupted" });
  return redirectPage(session, paths.support.inquiryWith({ typeCode: "PURCHASE_REFUND", transactionId }));
}

/**
 * Handles the buttons of a purchase: "check" reconciles it, "drop" cancels it, "pay" continues a waiting order, and
 * "say-…" records the member's answer where only the member can know. Works only for the member's own purchases and
 * is safe to submit twice. Payment data from the browser is not trusted.
 */
export async function completeAction(args: ActionFunctionArgs) {
  const sent = await receiveForm(args);
  return purchaseForm.authorize(sent, async ({ session, form, intent, done }) => {
    const key = readKey(form.get("purchase"));
    if (!key) return invalidAccess(session);
    const purchase = await findPurchase(ownerOfSession(session), key);
    // The purchase page searches the API's list and shows a message if the purchase is not found.
    if (!purchase) return done(paths.store.purchase(key));
    await expectPurchases(session);
    switch (intent) {
      case "check":
        await settleFor(session, purchase);
        return answer(session, await findPurchase(ownerOfSession(session), purchase.key));
      case "drop":
        return answer(session, await drop(session, purchase.key), true);
      case "pay":
        // Without scripts no card can be entered, so the order keeps waiting.
        return pay(session, purchase, form.get("script") === "ready");
      case "say-taken":
      case "say-not-taken":
      case "say-refunded":
        return answer(session, await say(session, purchase.key, intent));
      default:
        return done(paths.store.purchase(purchase.key));
    }
  });
}

/** Continues a waiting order. A changed price leads to the confirmation page, with the saved input. */
async function pay(session: Session, purchase: Purchase, hasScript: boolean) {
  const outcome = hasScript ? await payOrder(session, purchase.key) : undefined;
  const { objectId, delivery, quantity, name } = purchase;
  if (outcome?.kind !== "repriced" || !delivery)
    return redirectTo(session, paths.store.purchase(purchase.key));
  const { price } = outcome;
  const wanted = { objectId, name, quantity, ...price, amount: price.unitAmount * quantity };
  await keepCheckout(session, wanted, delivery);
  await session.flash({ kind: "alert", key: "store:done.repriced" });
  return redirectTo(session, paths.store.confirmOrder(objectId));
}

/** Redirects after an action. The next page shows the outcome message, whichever page it is (outcomes.server.ts). */
async function answer(session: Session, purchase: Purchase | undefined, isDropping = false) {
  if (!purchase) return invalidAccess(session);
  switch (purchase.state) {
    case "captured":
      if (!purchase.isUntold) await session.flash({ kind: "info", key: "store:done.already" });
      return redirectTo(session, paths.store.purchase(purchase.key));
    case "paid":
      return toInquiry(session, purchase);
    case "refused":
    case "cancelled":
    case "refunded":
      return redirectTo(session, isDropping ? paths.store.products() : paths.store.purchase(purchase.key));
    case "dropped":
      await session.flash({ kind: "info", key: "store:done.notDropped" });
      return redirectTo(session, isDropping ? paths.store.products() : paths.store.purchase(purchase.key));
    default:
      if (isDropping) await session.flash({ kind: "error", key: "store:done.cannotDrop" });
      return redirectTo(session, paths.store.purchase(purchase.key));
  }
}
