import { json, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { paths } from "~/domain/paths";
import type { IntentReading } from "~/domain/purchase-summary";
import { languageOf, translator } from "~/i18n/i18n.server";
import { syncBook } from "#server/purchases/book.server";
import {
  buyerOf,
  findPurchase,
  ownerOfSession,
  readLedger,
  readPurchases,
} from "#server/purchases/ledger.server";
import { isEnd } from "#server/purchases/machine.server";
import { expectPurchases, ifReadable, summaryOf } from "#server/purchases/outcomes.server";
import { intentIdOf, isShown, mayBePaid, type Purchase } from "#server/purchases/purchase.server";
import { balancesAround } from "#server/purchases/settle-history.server";
import { settleFor } from "#server/purchases/reconcile.server";
import { cardSetup } from "#server/purchases/intents.server";
import { invalidAccess, redirectPage, requireMember, type Session } from "#server/session/session.server";
import { purchaseForm, toInquiry } from "./action.server";

/** Parameters that the payment provider adds to the return URL besides the intent's id. They are not trusted. */
const PROVIDER_SECRETS = ["payment_intent_client_secret", "redirect_status"];

/** @throws a redirect to the URL without them, so that the client secret is not passed on, as to the sign-in page */
function dropSecrets({ searchParams }: URL): void {
  if (!PROVIDER_SECRETS.some((name) => searchParams.has(name))) return;
  const [purchase, payment_intent] = [searchParams.get("purchase"), searchParams.get("payment_intent")];
  throw replace(paths.store.complete({ purchase, payment_intent }));
}

const NUMBER = /^[\w-]{1,80}$/;

/**
 * Returns the purchase of the URL: from `?purchase=` (`?transaction=` in older links), or the provider's intent id.
 * Purchases that are not in the ledger are looked up in the API's list.
 *
 * @throws a redirect: to the purchase's own URL, to the member's open purchases, "Invalid Access" without one
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
    const known = ledger.purchases.find(isIt);
    const found =
      !known && (await syncBook(buyer, ledger)) ? (await readPurchases(buyer.owner)).find(isIt) : known;
    if (found && intentId !== null) throw replace(paths.store.purchase(found.key));
    if (found) return found;
    // The site has no record of it; its number is for support.
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
