import { isEnd } from "#server/purchases/machine.server";
import { ifReadable } from "#server/purchases/outcomes.server";
import { isShown } from "#server/purchases/purchase.server";
import { reconcile } from "#server/purchases/reconcile.server";
import { summaryOf } from "#server/purchases/summary.server";
import type { Session } from "#server/session/session.server";

/** Maximum number of ended purchases; history and orders show older ones. */
const MOST_ENDED = 20;

/** Maximum age of the API's list of purchases on this page, in ms. */
const BOOK_AGE_MS = 30_000;

/** Reconciles the member's purchases and returns the open ones and the latest ended ones. */
export async function loadPurchases(session: Session) {
  const record = await ifReadable(() => reconcile(session, { bookAgeMs: BOOK_AGE_MS }));
  const purchases = [...(record ?? [])].reverse();
  return {
    ledger: record ? ("readable" as const) : ("unreadable" as const),
    open: purchases.filter(isShown).map(summaryOf),
    ended: purchases
      .filter(({ state }) => isEnd(state))
      .slice(0, MOST_ENDED)
      .map(summaryOf),
  };
}
