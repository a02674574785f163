import { isTakenOtherwise } from "~/domain/purchase-status";
import type { PurchaseSummary, State } from "~/domain/purchase-summary";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";
import { isBookDue } from "./book.server";
import { LedgerUnreadable, ownerOfSession, readLedger, readPurchases } from "./ledger.server";
import { isEnd } from "./machine.server";
import { isDue, isShown, mayBePaid, type Purchase } from "./purchase.server";
import { reconcile } from "./reconcile.server";
import { timing } from "./timing.server";

/** Returns the fields of a purchase that its member's browser needs. */
export function summaryOf(purchase: Purchase): PurchaseSummary {
  const { key, kind, state, objectId, name, quantity, amount, currency, createdAt, taken } = purchase;
  const { transactionId, clientSecret, lines, orderNumber, line: historyLine, isDeclined } = purchase;
  return {
    ...{ key, kind, state, objectId, name, quantity, amount, currency },
    ...{ transactionId, clientSecret, lines, orderNumber, historyLine, isDeclined },
    createdAt: new Date(createdAt).toISOString(),
    taken: taken && { ...taken, at: new Date(taken.at).toISOString() },
  };
}

/** Message about the end of a purchase. Repeated on every page until the browser confirms that it was displayed. */
export interface Outcome {
  purchaseKey: string;
  kind: "success" | "info" | "alert";
  key: string;
  params: { name: string; quantity: number };
}

/** Purchase data for every page of a member; `inDoubt` have not ended and may have been paid. */
export const noPurchases = { outcomes: [] as Outcome[], inDoubt: [] as PurchaseSummary[] };

const looks: Partial<Record<State, Outcome["kind"]>> = {
  captured: "success",
  refused: "info",
  cancelled: "info",
  refunded: "info",
  expired: "alert",
};

function textOf(purchase: Purchase): string {
  const { kind, state, isDeclined } = purchase;
  if (isTakenOtherwise(summaryOf(purchase))) return "otherAmount";
  if (state === "captured" && kind === "order") return "ordered";
  return state === "cancelled" && isDeclined ? "declined" : state;
}

function outcomeOf(purchase: Purchase): Outcome | undefined {
  const { key: purchaseKey, state, name, quantity } = purchase;
  const look = looks[state];
  if (!look) return undefined;
  const text = textOf(purchase);
  const kind = text === "otherAmount" ? "alert" : look;
  return { purchaseKey, kind, key: `store:outcome.${text}`, params: { name, quantity } };
}

/** Makes the pages of this session read the member's purchases, until all have ended and been told. */
export async function expectPurchases(session: Session): Promise<void> {
  if (session.data.hasPurchases) return;
  await session.update((draft) => {
    draft.hasPurchases = true;
    delete draft.orderCount;
  });
}

/** Runs work that needs the ledger. @returns undefined when no secret decrypts it */
export async function ifReadable<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LedgerUnreadable)) throw error;
    log.warn("a member's record of purchases cannot be read; buying is off for them");
    return undefined;
  }
}

/**
 * Returns the purchase data for a page. Reads the ledger only if the session expects purchases: from a sign-in or a
 * purchase until all have ended and been told. Purchases that are due are reconciled in the background.
 */
export async function purchasesOfPage(session: Session): Promise<typeof noPurchases> {
  if (!session.user || !session.data.hasPurchases) return noPurchases;
  return (await ifReadable(() => readForPage(session))) ?? noPurchases;
}

async function readForPage(session: Session): Promise<typeof noPurchases> {
  const owner = ownerOfSession(session);
  const ledger = await readLedger(owner);
  const { purchases } = ledger;
  const isBookOld = isBookDue(owner, ledger);
  if (isBookOld || purchases.some((each) => isDue(each, clock.now())))
    await reconcile(session, { waitMs: 0 });
  if (!isBookOld && purchases.every((each) => isEnd(each.state) && !each.isUntold)) {
    await session.update((draft) => void delete draft.hasPurchases);
  }
  return {
    outcomes: purchases.flatMap((each) => (each.isUntold && outcomeOf(each)) || []),
    inDoubt: purchases.filter((each) => isShown(each) && mayBePaid(each)).map(summaryOf),
  };
}

/** Reconciles, for at most `waitMs`, then returns the purchases that have not ended and may have been paid. */
export async function purchasesInDoubt(session: Session, waitMs = timing.purchaseWait): Promise<Purchase[]> {
  const open = (await reconcile(session, { waitMs, isNow: true })).filter(mayBePaid);
  if (open.length > 0) await expectPurchases(session);
  return open;
}

/** Returns the same from the ledger alone, as of the last reconciliation. */
export async function knownInDoubt(session: Session): Promise<Purchase[]> {
  return (await readPurchases(ownerOfSession(session))).filter(mayBePaid);
}
