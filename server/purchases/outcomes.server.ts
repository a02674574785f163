import type { PaymentType } from "~/domain/currencies";
import type { PurchaseSummary } from "~/domain/purchase-summary";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";
import { isBookDue } from "./book.server";
import {
  type Ledger,
  LedgerUnreadable,
  markTold,
  ownerOfSession,
  readLedger,
  type Told,
} from "./ledger.server";
import { reopenLedger } from "./ledger-life.server";
import { isEnd } from "./machine.server";
import { isDue, isShown, mayBePaid, type Purchase } from "./purchase.server";
import { reconcile } from "./reconcile.server";
import { timing } from "./timing.server";
import { dueNews, isCorrection } from "./told.server";

/** Returns the fields of a purchase that its member's browser needs. */
export function summaryOf(purchase: Purchase): PurchaseSummary {
  const { key, kind, state, objectId, name, quantity, amount, currency, createdAt, taken } = purchase;
  const {
    transactionId,
    clientSecret,
    lines,
    orderNumber,
    line: historyLine,
    isDeclined,
    isVoided,
  } = purchase;
  const { reading, news } = purchase;
  return {
    ...{ key, kind, state, objectId, name, quantity, amount, currency },
    ...{ transactionId, clientSecret, lines, orderNumber, historyLine, isDeclined },
    ...(isVoided && { isVoided }),
    ...(reading && { reading }),
    createdAt: new Date(createdAt).toISOString(),
    taken: taken && { ...taken, at: new Date(taken.at).toISOString() },
    // The first outcome is no change.
    ...(news && news.version > 1 && { changedAt: new Date(news.at).toISOString() }),
  };
}

/** Message about the outcome of a purchase, or a correction of an earlier message. */
export interface Outcome {
  purchaseKey: string;
  /** The form that asked for the purchase; the URL of its page may name it instead of the key. */
  form?: string | undefined;
  kind: "success" | "info" | "alert" | "done";
  key: string;
  params: { name: string; quantity: number };
  /** What was given back, in hundredths. */
  refunded?: { amount: number; currency: PaymentType } | undefined;
}

/** Purchase data for every page of a member; `inDoubt` have not ended and may have been paid. */
export const noPurchases = {
  told: [] as Told[],
  outcomes: [] as Outcome[],
  inDoubt: [] as PurchaseSummary[],
};

/** Messages: the first word of `truthOf`, and how the message looks. A correction stays until it is closed. */
const looks: Record<string, Outcome["kind"]> = {
  captured: "success",
  ordered: "success",
  otherAmount: "alert",
  charged: "alert",
  refused: "info",
  cancelled: "info",
  declined: "info",
  voided: "done",
  refunded: "done",
  partRefunded: "done",
  expired: "alert",
};

/** Outcomes that have another text after the member was told otherwise. */
const CORRECTED = ["captured", "ordered", "refused", "cancelled"];

function toldOf(purchase: Purchase): Told | undefined {
  const what = dueNews(purchase);
  return what === undefined ? undefined : { key: purchase.key, what };
}

function outcomeOf(purchase: Purchase): Outcome | undefined {
  const [what] = dueNews(purchase)?.split(" ") ?? [];
  const look = what === undefined ? undefined : looks[what];
  if (what === undefined || look === undefined) return undefined;
  const { key: purchaseKey, form, name, quantity, taken } = purchase;
  const isChange = isCorrection(purchase) && CORRECTED.includes(what);
  return {
    purchaseKey,
    form,
    kind: isChange ? "alert" : look,
    key: isChange ? `store:correction.${what}` : `store:outcome.${what}`,
    params: { name, quantity },
    refunded: taken && { amount: taken.refunded ?? taken.amount, currency: taken.currency },
  };
}

/**
 * Returns the purchase data for the page of a request. Once the page is ready to be sent, the outcomes in it count as
 * told; a prefetch must not call it.
 */
export async function carryPurchases(session: Session): Promise<typeof noPurchases> {
  const data = await purchasesOfPage(session);
  if (data.told.length > 0) session.onSend(() => markTold(ownerOfSession(session), data.told));
  return data;
}

/** Adds a message for a form that was sent again after its purchase had ended, unless its outcome is not told yet. */
export async function flashEnded(session: Session, purchase: Purchase): Promise<void> {
  if (dueNews(purchase) !== undefined) return;
  const isBought = purchase.state === "captured";
  await session.flash({ kind: "info", key: isBought ? "store:done.already" : "store:done.ended" });
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
 * Returns the purchase data for a page of a member. While the session expects purchases (from a sign-in or a purchase
 * until all have ended and been told), purchases that are due are reconciled in the background.
 */
export async function purchasesOfPage(session: Session): Promise<typeof noPurchases> {
  if (!session.user) return noPurchases;
  return (await ifReadable(() => readForPage(session))) ?? noPurchases;
}

async function readForPage(session: Session): Promise<typeof noPurchases> {
  const owner = ownerOfSession(session);
  const ledger = await readLedger(owner);
  const { purchases } = ledger;
  await reopenLedger(session, ledger);
  if (session.data.hasPurchases) await lookAfter(session, ledger);
  return {
    told: purchases.flatMap((each) => toldOf(each) ?? []),
    outcomes: purchases.flatMap((each) => outcomeOf(each) ?? []),
    inDoubt: purchases.filter((each) => isShown(each) && mayBePaid(each)).map(summaryOf),
  };
}

/** Reconciles what is due without waiting, and stops to expect purchases when all have ended and been told. */
async function lookAfter(session: Session, ledger: Ledger): Promise<void> {
  const owner = ownerOfSession(session);
  const { purchases, bookReadAt = 0 } = ledger;
  const isSignInNew = (session.data.signedIn?.at ?? 0) > bookReadAt;
  const isBookOld = isBookDue(owner, ledger, isSignInNew ? 0 : undefined);
  if (isBookOld || purchases.some((each) => isDue(each, clock.now())))
    await reconcile(session, { waitMs: 0, ...(isSignInNew && { bookAgeMs: 0 }) });
  if (!isBookOld && purchases.every((each) => isEnd(each.state) && dueNews(each) === undefined)) {
    await session.update((draft) => void delete draft.hasPurchases);
  }
}

/** Reconciles, for at most `waitMs`, then returns the purchases that have not ended. */
export async function openPurchases(session: Session, waitMs = timing.purchaseWait): Promise<Purchase[]> {
  const open = (await reconcile(session, { waitMs, isNow: true })).filter(({ state }) => !isEnd(state));
  if (open.some(mayBePaid)) await expectPurchases(session);
  return open;
}

/** Like `openPurchases`, only those that may have been paid. */
export const purchasesInDoubt = async (session: Session, waitMs?: number) =>
  (await openPurchases(session, waitMs)).filter(mayBePaid);

/** Returns the same from the ledger alone, as of the last reconciliation. */
export const knownInDoubt = async (session: Session) =>
  (await readLedger(ownerOfSession(session))).purchases.filter(mayBePaid);
