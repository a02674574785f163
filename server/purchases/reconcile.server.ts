import { callApi } from "#server/api/api.server";
import { ApiError } from "#server/errors/api-error";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { within } from "#server/runtime/within";
import type { Session } from "#server/session/session.server";
import { runInBackground } from "./background-task.server";
import { BOOK_AGE_MS, isBookDue, rereadInBook, syncBook } from "./book.server";
import { type Buyer, buyerOf, readLedger, readPurchases } from "./ledger.server";
import { isEnd } from "./machine.server";
import { hasIntent, isDue, type Purchase } from "./purchase.server";
import { settle } from "./settle.server";
import { timing } from "./timing.server";
import { keepWatched } from "./watch.server";

/** Maximum of purchases to settle per run and member. */
const MOST_AT_ONCE = 5;

/** Logs a failure; the next request that reads the purchase retries. The session store logs its own outage. */
function logFailure(error: unknown): undefined {
  if (!isStoreUnavailable(error)) log.error({ err: error }, "purchases could not be looked after");
  return undefined;
}

/** Settles the member's purchases that are due, or with `isNow` all in doubt. @returns how many changed state */
export async function settleDue(buyer: Buyer, isNow = false): Promise<number> {
  const at = isNow ? Infinity : clock.now();
  const due = (await readPurchases(buyer.owner)).filter((each) => isDue(each, at));
  let moved = 0;
  for (const { key, state } of due.slice(0, MOST_AT_ONCE)) {
    const settled = await settle(buyer, key);
    if (settled && settled.purchase.state !== state) moved += 1;
  }
  return moved;
}

/**
 * Reconciles a member's purchases during a page request, in the background: reads the API's list if the last read is
 * older than `bookAgeMs`, and settles purchases in doubt that are due, or with `isNow` all. The page waits for
 * `waitMs`; the work continues after it. @returns all purchases as they are then, oldest first
 */
export async function reconcile(
  session: Session,
  { waitMs = timing.pageWait, isNow = false, bookAgeMs = BOOK_AGE_MS } = {},
) {
  const buyer = buyerOf(session);
  const ledger = await readLedger(buyer.owner);
  const isDueNow = ledger.purchases.some((each) => isDue(each, isNow ? Infinity : clock.now()));
  const isBookOld = isBookDue(buyer.owner, ledger, bookAgeMs);
  if (!isDueNow && !isBookOld) return ledger.purchases;
  const work = runInBackground(async () => {
    if (isBookOld) await syncBook(buyer, ledger);
    if ((await settleDue(buyer, isNow)) > 0) await refreshBalances(session);
    // Also after a sign-in, and after a loss of the list of watched members.
    await keepWatched(session);
  });
  await within(waitMs, work.catch(logFailure), () => undefined);
  return readPurchases(buyer.owner);
}

const reconciled = new WeakMap<Session, Promise<Purchase[]>>();

/** Runs `reconcile` once per request, which has its own session object, for loaders that run in parallel. */
export function reconcileOnce(session: Session) {
  const running = reconciled.get(session) ?? reconcile(session);
  reconciled.set(session, running);
  return running;
}

/**
 * Settles one purchase for its own page, or reads a captured one again, for which the page waits shorter.
 * @returns undefined when it takes longer than three attempts, or fails
 */
export async function settleFor(session: Session, purchase: Purchase) {
  const { key, state } = purchase;
  const isGiven = state === "captured" || state === "refunded";
  const work = runInBackground(async () => {
    const buyer = buyerOf(session);
    if (isGiven || (isEnd(state) && !hasIntent(purchase))) await rereadInBook(buyer, purchase);
    const settled = await settle(buyer, key);
    if (settled && settled.purchase.state !== state) await refreshBalances(session);
    return settled;
  });
  const waitMs = isGiven ? timing.pageWait : timing.purchaseWait;
  return within(waitMs, work.catch(logFailure), () => undefined);
}

/** Reads the member's balances again. A failure is only logged: the session keeps the old figures. */
export async function refreshBalances(session: Session): Promise<void> {
  try {
    const { pointAmount, soriaAmount, soriaPlusAmount } = await callApi("profile", { tokens: session });
    await session.setUser({ pointAmount, soriaAmount, soriaPlusAmount });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.warn({ call: error.call, kind: error.kind }, "balances could not be read again after a purchase");
  }
}
