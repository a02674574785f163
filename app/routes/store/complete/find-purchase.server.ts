import { replace } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { ownerOfSession, readPurchases } from "#server/purchases/ledger.server";
import { isEnd } from "#server/purchases/machine.server";
import {
  intentIdOf,
  isCardPurchase,
  isShown,
  mayBePaid,
  type Purchase,
} from "#server/purchases/purchase.server";
import { invalidAccess, type Session } from "#server/session/session.server";

/** What the payment provider appends to the return address. None of it is believed, and none of it stays there. */
const PROVIDER_PARAMETERS = ["payment_intent", "payment_intent_client_secret", "redirect_status"];

/**
 * Which purchase the address is about: `?purchase=` (or `?transaction=`, as older links have it), on the way back from
 * the provider the intent, or else whatever the member has not finished.
 *
 * @throws the redirect to the address without the provider's parameters, to My purchases when there are several, or
 * "Invalid Access" when it is about no purchase of this member
 */
export async function purchaseOfAddress(session: Session, url: URL): Promise<Purchase> {
  const purchases = await readPurchases(ownerOfSession(session));
  const { searchParams } = url;
  const intentId = searchParams.get("payment_intent");
  if (PROVIDER_PARAMETERS.some((name) => searchParams.has(name))) {
    const returned = purchases.find((each) => isCardPurchase(each) && intentIdOf(each) === intentId);
    if (!returned) return invalidAccess(session);
    throw replace(paths.store.purchase(returned.key));
  }

  const [key, transactionId] = [searchParams.get("purchase"), searchParams.get("transaction")];
  if (key !== null || transactionId !== null) {
    const purchase = purchases.find((each) => each.key === key || each.transactionId === transactionId);
    return purchase ?? invalidAccess(session);
  }

  const open = purchases.filter((each) => !isEnd(each.state) && isShown(each));
  // Without a hint, what may be paid matters more than what was only begun.
  const candidates = open.some(mayBePaid) ? open.filter(mayBePaid) : open;
  const [only, ...others] = candidates;
  if (!only) return invalidAccess(session);
  throw replace(others.length === 0 ? paths.store.purchase(only.key) : paths.myPage.ecommerceHistory());
}
