import { getProfile } from "#server/api/users.server";
import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { runInBackground } from "./background-task.server";
import { type Buyer, buyerOf } from "./buyer.server";
import { BOOK_AGE_MS, isBookDue, syncBook } from "./book.server";
import { readLedger, readPurchases } from "./ledger.server";
import { isDue, type Purchase } from "./purchase.server";
import { type Settled, settle } from "./settle.server";
import { timing } from "./timing.server";

/** Of one member at a time; the rest has its turn later. */
const MOST_AT_ONCE = 5;

/** Waits for a work, but not longer than that; it goes on by itself. */
async function within<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A failure is tried again by the next request that reads the purchase; a store that is down is in the log already. */
function logFailure(error: unknown): undefined {
  if (!isStoreUnavailable(error)) log.error({ err: error }, "purchases could not be looked after");
  return undefined;
}

/**
 * Settles what is due of a member's purchases.
 *
 * @returns how many have come to another state
 */
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

interface ReconcileOptions {
  /** The page waits so long, in ms; the work goes on without it. */
  waitMs?: number;
  /** Also what would have its turn later. */
  isNow?: boolean;
  /** How old the last read of the API's list may be, in ms. */
  bookAgeMs?: number;
}

/**
 * Looks after a member's purchases while a page of theirs is made, with calls of its own: the API's list is read where the
 * last read is too old, and what is in doubt is settled.
 *
 * @returns all of them as they are then, oldest first
 * @throws StoreUnavailable, LedgerUnreadable
 */
export async function reconcile(
  session: Session,
  { waitMs = timing.pageWait, isNow = false, bookAgeMs = BOOK_AGE_MS }: ReconcileOptions = {},
): Promise<Purchase[]> {
  const buyer = buyerOf(session);
  const ledger = await readLedger(buyer.owner);
  const isDueNow = ledger.purchases.some((each) => isDue(each, isNow ? Infinity : clock.now()));
  const isBookOld = isBookDue(buyer.owner, ledger, bookAgeMs);
  if (!isDueNow && !isBookOld) return ledger.purchases;
  const work = runInBackground(async () => {
    if (isBookOld) await syncBook(buyer, ledger);
    if ((await settleDue(buyer, isNow)) > 0) await refreshBalances(session);
  });
  await within(work.catch(logFailure), waitMs);
  return readPurchases(buyer.owner);
}

/** By session, of which there is one for each request. */
const reconciled = new WeakMap<Session, Promise<Purchase[]>>();

/** `reconcile` for the loaders of one page: they run side by side, and all of them see what it came to. */
export function reconcileOnce(session: Session): Promise<Purchase[]> {
  const running = reconciled.get(session) ?? reconcile(session);
  reconciled.set(session, running);
  return running;
}

/** One purchase, for its own page, which can wait for three tries. Undefined: it takes longer than that. */
export async function settleFor(session: Session, { key, state }: Purchase): Promise<Settled | undefined> {
  const work = runInBackground(async () => {
    const settled = await settle(buyerOf(session), key);
    if (settled && settled.purchase.state !== state) await refreshBalances(session);
    return settled;
  });
  return within(work.catch(logFailure), timing.purchaseWait);
}

/**
 * Reads the member's balances again after a purchase. A failure only leaves old figures until the next sign-in or
 * profile visit, so it is noted and not shown.
 */
export async function refreshBalances(session: Session): Promise<void> {
  try {
    const { pointAmount, soriaAmount, soriaPlusAmount } = await getProfile(session);
    await session.setUser({ pointAmount, soriaAmount, soriaPlusAmount });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.warn({ call: error.call, kind: error.kind }, "balances could not be read again after a purchase");
  }
}
