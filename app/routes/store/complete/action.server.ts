import type { ActionFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { readSent } from "#server/forms/define-form.server";
import { payOrder } from "#server/purchases/create.server";
import { findPurchase, ownerOfSession, readKey } from "#server/purchases/ledger.server";
import { drop, say } from "#server/purchases/member-actions.server";
import { expectPurchases } from "#server/purchases/outcomes.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { settleFor } from "#server/purchases/reconcile.server";
import { invalidAccess, redirectTo, type Session } from "#server/session/session.server";
import { purchaseForm } from "./form.server";
import { placeOf, toInquiry } from "./load.server";

/**
 * Looks again and finishes what can be finished ("check"), gives a purchase up ("drop"), or takes the member's word
 * where only the member can know. All work for the member's own purchases only, and are safe to submit twice; nothing
 * that the browser says about a payment is believed.
 */
export async function completeAction(args: ActionFunctionArgs) {
  const sent = await readSent(args);
  return purchaseForm.admit(sent, async ({ session, form, intent, done }) => {
    const key = readKey(form.get("purchase"));
    const purchase = key && (await findPurchase(ownerOfSession(session), key));
    if (!purchase) return invalidAccess(session);
    await expectPurchases(session);
    switch (intent) {
      case "check":
        await settleFor(session, purchase);
        return answer(session, await findPurchase(ownerOfSession(session), purchase.key));
      case "drop":
        return answer(session, await drop(session, purchase.key), true);
      case "pay":
        // Without a script no card can be entered, and the order goes on waiting.
        if (form.get("script") === "ready") await payOrder(session, purchase.key);
        return done(paths.store.purchase(purchase.key));
      case "say-taken":
      case "say-not-taken":
      case "say-refunded":
        return answer(session, await say(session, purchase.key, intent));
      default:
        return done(paths.store.purchase(purchase.key));
    }
  });
}

/** The outcome itself is told by the page that follows, whichever that is (outcomes.server.ts). */
async function answer(session: Session, purchase: Purchase | undefined, isDropping = false) {
  if (!purchase) return invalidAccess(session);
  switch (purchase.state) {
    case "captured":
      if (!purchase.isUntold) await session.flash({ kind: "info", key: "store:done.already" });
      return redirectTo(session, placeOf(purchase));
    case "paid":
      return toInquiry(session, purchase);
    case "refused":
    case "cancelled":
    case "refunded":
      return redirectTo(session, paths.store.products());
    case "dropped":
      await session.flash({ kind: "info", key: "store:done.notDropped" });
      return redirectTo(session, isDropping ? paths.store.products() : paths.store.purchase(purchase.key));
    default:
      if (isDropping) await session.flash({ kind: "error", key: "store:done.cannotDrop" });
      return redirectTo(session, paths.store.purchase(purchase.key));
  }
}
