import { type ActionFunctionArgs, json, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { paths } from "~/domain/paths";
import type { IntentReading } from "~/domain/purchase-summary";
import { languageOf, translator } from "~/i18n/i18n.server";
import { receiveForm } from "#server/forms/form-spec.server";
import { findInBook } from "#server/purchases/book.server";
import { keepCheckout, payOrder } from "#server/purchases/create.server";
import { cardSetup } from "#server/purchases/intents.server";
import { isOfForm, readKey } from "#server/purchases/keys.server";
import {
  buyerOf,
  findPurchase,
  type Ledger,
  notePageSeen,
  ownerOfSession,
  readLedger,
  withKey,
} from "#server/purchases/ledger.server";
import { isEnd } from "#server/purchases/machine.server";
import { drop, say } from "#server/purchases/member-actions.server";
import { expectPurchases, ifReadable, summaryOf } from "#server/purchases/outcomes.server";
import { intentIdOf, isShown, mayBePaid, type Purchase } from "#server/purchases/purchase.server";
import { settleFor } from "#server/purchases/reconcile.server";
import { dueNews } from "#server/purchases/told.server";
import { balancesAround } from "#server/purchases/settle-history.server";
import * as clock from "#server/runtime/clock.server";
import {
  invalidAccess,
  redirectPage,
  redirectTo,
  requireMember,
  type Session,
} from "#server/session/session.server";
import { purchaseForm } from "./form.server";

/** Parameters that the payment provider adds to the return URL besides the intent's id. They are not trusted. */
const PROVIDER_SECRETS = ["payment_intent_client_secret", "redirect_status"];

/** @throws a redirect to the URL without them, so that the client secret is not passed on, as to the sign-in page */
function dropSecrets({ searchParams }: URL): void {
  if (!PROVIDER_SECRETS.some((name) => searchParams.has(name))) return;
  const [purchase, payment_intent] = [searchParams.get("purchase"), searchParams.get("payment_intent")];
  throw replace(paths.store.complete({ purchase, payment_intent }));
}

/** How long after its outcome the first page of a purchase hands over what was bought; later it is a record. */
const FIRST_MS = 60 * 60 * 1000;

const NUMBER = /^[\w-]{1,80}$/;

/** Returns the purchase of a form: the one that the ledger notes with it, or after a loss the one with its content. */
const ofForm = (owner: string, { purchases }: Ledger, form: string) =>
  withKey(purchases, form) ?? purchases.find((each) => isOfForm(owner, form, each));

/**
 * Returns the purchase of the URL: from `?purchase=` (`?transaction=` in older links), or the provider's intent id;
 * also from the API's list. @throws a redirect to its own URL, to the open purchases, or "Invalid Access" without one
 */
async function purchaseOfAddress(session: Session, url: URL) {
  const buyer = buyerOf(session);
  const ledger = await readLedger(buyer.owner);
  const key = url.searchParams.get("purchase");
  const transactionId = url.searchParams.get("transaction");
  const intentId = url.searchParams.get("payment_intent");
  if ((key ?? transactionId ?? intentId) !== null) {
    const isIt = (each: Purchase) =>
      each.key === key || each.transactionId === transactionId || intentIdOf(each) === intentId;
    const known =
      ledger.purchases.find(isIt) ?? (key === null ? undefined : ofForm(buyer.owner, ledger, key));
    const found = known ?? (await findInBook(buyer, ledger, { key: readKey(key), transactionId, intentId }));
    if (found && intentId !== null) throw replace(paths.store.purchase(found.key));
    if (found) return found;
    // Neither the site nor the API has a record of it; its number is for support.
    const number = intentId ?? transactionId;
    return { lost: { number: number !== null && NUMBER.test(number) ? number : null } };
  }

  const open = ledger.purchases.filter(isShown);
  // If the URL names none, purchases that may have been paid take precedence.
  const candidates = open.some(mayBePaid) ? open.filter(mayBePaid) : open;
  const [only, ...others] = candidates;
  if (!only) return invalidAccess(session);
  throw replace(others.length === 0 ? paths.store.purchase(only.key) : paths.myPage.ecommerceHistory());
}

/** Loads the page of a purchase, also the payment's return URL. Completes it first if it can (payment.md, point 4). */
export async function completeLoader(args: LoaderFunctionArgs) {
  dropSecrets(new URL(args.request.url));
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const title = translator(lng)("store:complete.title");
  const before = await ifReadable(() => purchaseOfAddress(session, new URL(args.request.url)));
  if (!before) return json({ ledger: "unreadable" as const, title }, { status: 503 });
  if ("lost" in before) return json({ ...before, title }, { status: 404 });
  const wasDue = dueNews(before);
  if (!isEnd(before.state) || wasDue !== undefined) await expectPurchases(session);
  const settled = await settleFor(session, before);
  const stored = await findPurchase(ownerOfSession(session), before.key);
  const purchase = stored ?? before;
  // The root loader ran in parallel and does not know the outcome yet, so a redirect reloads the whole page with the
  // message.
  if (dueNews(purchase) !== undefined && dueNews(purchase) !== wasDue) {
    const key = new URL(args.request.url).searchParams.get("purchase");
    throw redirectPage(session, paths.store.purchase(key ?? purchase.key));
  }
  if (purchase.state === "paid" && before.state !== "paid") throw await toInquiry(session, purchase);
  // Read before it is noted. A purchase that only the API's list has is an old one.
  const isFirst = stored !== undefined && !stored.isPageSeen && clock.now() - stored.changedAt < FIRST_MS;
  await notePageSeen(ownerOfSession(session), purchase);
  const reading: IntentReading = settled?.reading ?? { kind: "unknown" };
  return json({
    form: purchaseForm.open(session, args.request),
    purchase: summaryOf(purchase),
    isFirst,
    reading,
    balances: (await balancesAround(session, purchase)) ?? null,
    card: cardSetup() ?? null,
    title,
  });
}

/** Redirects to the inquiry form for a purchase that is paid but cannot be captured (payment.md, the table). */
async function toInquiry(session: Session, { transactionId = "" }: Purchase) {
  await session.flash({ kind: "alert", key: "store:done.interrupted" });
  return redirectPage(session, paths.support.inquiryWith({ typeCode: "PURCHASE_REFUND", transactionId }));
}

/**
 * "say-…" records the member's answer where only the member can know. Works only for the member's own purchases and is
 * safe to submit twice. Payment data from the browser is not trusted.
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
        return respond(session, await findPurchase(ownerOfSession(session), purchase.key));
      case "drop":
        return respond(session, await drop(session, purchase.key), true);
      case "pay":
        // Without scripts no card can be entered, so the order keeps waiting.
        return pay(session, purchase, form.get("script") === "ready");
      case "say-taken":
      case "say-not-taken":
      case "say-refunded":
        return respond(session, await say(session, purchase.key, intent));
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
async function respond(session: Session, purchase: Purchase | undefined, isDropping = false) {
  if (!purchase) return invalidAccess(session);
  const { key, state } = purchase;
  await notePageSeen(ownerOfSession(session), purchase);
  if (state === "paid") return toInquiry(session, purchase);
  const isGone = state === "refused" || state === "cancelled" || state === "refunded";
  if (state === "captured") {
    if (dueNews(purchase) === undefined) await session.flash({ kind: "info", key: "store:done.already" });
  } else if (state === "dropped") {
    await session.flash({ kind: "info", key: "store:done.notDropped" });
  } else if (isDropping && !isGone) {
    await session.flash({ kind: "error", key: "store:done.cannotDrop" });
  }
  const isLeft = isDropping && (isGone || state === "dropped");
  return redirectTo(session, isLeft ? paths.store.products() : paths.store.purchase(key));
}
