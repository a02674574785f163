import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import type { IntentReading } from "~/domain/purchase-summary";
import { languageOf, translator } from "~/i18n/i18n.server";
import { findPurchase, ownerOfSession } from "#server/purchases/ledger.server";
import { isEnd } from "#server/purchases/machine.server";
import { expectPurchases, ifReadable, summaryOf } from "#server/purchases/outcomes.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { balancesAround } from "#server/purchases/settle-history.server";
import { settleFor } from "#server/purchases/reconcile.server";
import { cardSetup } from "#server/purchases/intents.server";
import { redirectPage, requireMember, type Session } from "#server/session/session.server";
import { purchaseForm } from "./form.server";
import { dropSecrets, purchaseOfAddress } from "./find-purchase.server";

/** Redirects to the inquiry form for a purchase that is paid but cannot be captured (payment.md, the table). */
export async function toInquiry(session: Session, { transactionId = "" }: Purchase) {
  await session.flash({ kind: "alert", key: "store:done.interrupted" });
  return redirectPage(session, paths.support.inquiryWith({ typeCode: "PURCHASE_REFUND", transactionId }));
}

/**
 * Loads the page of a purchase, which is also the payment's return URL. First reconciles the purchase and completes
 * it if possible (payment.md, point 4). Without a record of the purchase it returns 404 and the page says where to
 * look.
 */
export async function completeLoader(args: LoaderFunctionArgs) {
  dropSecrets(new URL(args.request.url));
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const title = translator(lng)("store:complete.title");
  const before = await ifReadable(() => purchaseOfAddress(session, new URL(args.request.url)));
  if (!before) return json({ ledger: "unreadable" as const, title }, { status: 503 });
  if ("lost" in before) return json({ ...before, title }, { status: 404 });
  if (!isEnd(before.state) || before.isUntold) await expectPurchases(session);
  // A purchase that ended without a payment is checked too: its card may have been charged anyway.
  const isFinal = before.state === "captured" || before.state === "refunded";
  const settled = isFinal ? undefined : await settleFor(session, before);
  const purchase = (await findPurchase(ownerOfSession(session), before.key)) ?? before;
  // The root loader ran in parallel and does not know the outcome yet, so a redirect reloads the whole page with the
  // message.
  if (purchase.state === "captured" && before.state !== "captured" && purchase.isUntold) {
    throw redirectPage(session, paths.store.purchase(purchase.key));
  }
  if (purchase.state === "paid" && before.state !== "paid") throw await toInquiry(session, purchase);
  const reading: IntentReading = settled?.reading ?? { kind: "unknown" };
  return json({
    form: purchaseForm.open(session, args.request),
    purchase: summaryOf(purchase),
    reading,
    balances: (await balancesAround(session, purchase)) ?? null,
    card: cardSetup() ?? null,
    title,
  });
}
