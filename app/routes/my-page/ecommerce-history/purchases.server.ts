import { isEnd } from "#server/purchases/machine.server";
import { ifReadable } from "#server/purchases/outcomes.server";
import { isShown } from "#server/purchases/purchase.server";
import { reconcile } from "#server/purchases/reconcile.server";
import { summaryOf } from "#server/purchases/summary.server";
import type { Session } from "#server/session/session.server";

/** More is a matter of the history and of the orders. */
const MOST_ENDED = 20;

/** How old the API's list of purchases may be on the page that shows it, in ms. */
const BOOK_AGE_MS = 30_000;

/** The member's purchases, looked after first: those that are open or not known, and the last that have ended. */
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
