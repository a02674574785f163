import { replace } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { findPurchaseInBook } from "#server/purchases/book.server";
import { buyerOf } from "#server/purchases/buyer.server";
import { ownerOfSession, readLedger } from "#server/purchases/ledger.server";
import { isEnd } from "#server/purchases/machine.server";
import { intentIdOf, isShown, mayBePaid, type Purchase } from "#server/purchases/purchase.server";
import { invalidAccess, type Session } from "#server/session/session.server";

/** What the payment provider appends to the return address besides the intent's id. None of it is believed. */
const PROVIDER_SECRETS = ["payment_intent_client_secret", "redirect_status"];

/**
 * Drops the provider's parameters from the return address before anything else is done with it: the client secret must
 * not travel on, to the sign-in and back, for instance.
 *
 * @throws the redirect to the address without them
 */
export function dropSecrets(url: URL): void {
  if (!PROVIDER_SECRETS.some((name) => url.searchParams.has(name))) return;
  const query: Record<string, string> = {};
  for (const name of ["purchase", "payment_intent"]) {
    const value = url.searchParams.get(name);
    if (value !== null) query[name] = value;
  }
  throw replace(paths.store.complete(query));
}

/** A purchase of which the site has no record: `number` is what the address says of it, for the support. */
export interface Lost {
  lost: { number: string | null };
}

const NUMBER = /^[\w-]{1,80}$/;

/**
 * Which purchase the address is about: `?purchase=` (or `?transaction=`, as older links have it), on the way back from
 * the provider the intent, or else whatever the member has not finished. What the ledger does not know is looked for in
 * the API's list.
 *
 * @throws the redirect to the purchase's own address, to My purchases when several are open, or "Invalid Access" when
 * the address names none and nothing is open
 */
export async function purchaseOfAddress(session: Session, url: URL): Promise<Purchase | Lost> {
  const ledger = await readLedger(ownerOfSession(session));
  const { searchParams } = url;
  const named = {
    key: searchParams.get("purchase"),
    transactionId: searchParams.get("transaction"),
    intentId: searchParams.get("payment_intent"),
  };
  if (named.key !== null || named.transactionId !== null || named.intentId !== null) {
    const isIt = (each: Purchase) =>
      each.key === named.key ||
      (named.transactionId !== null && each.transactionId === named.transactionId) ||
      (named.intentId !== null && intentIdOf(each) === named.intentId);
    const found = ledger.purchases.find(isIt) ?? (await findPurchaseInBook(buyerOf(session), ledger, isIt));
    if (found && named.intentId !== null) throw replace(paths.store.purchase(found.key));
    if (found) return found;
    const number = named.intentId ?? named.transactionId;
    return { lost: { number: number !== null && NUMBER.test(number) ? number : null } };
  }

  const open = ledger.purchases.filter((each) => !isEnd(each.state) && isShown(each));
  // Without a hint, what may be paid matters more than what was only begun.
  const candidates = open.some(mayBePaid) ? open.filter(mayBePaid) : open;
  const [only, ...others] = candidates;
  if (!only) return invalidAccess(session);
  throw replace(others.length === 0 ? paths.store.purchase(only.key) : paths.myPage.ecommerceHistory());
}
