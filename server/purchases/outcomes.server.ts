import type { PurchaseSummary } from "~/domain/purchase-summary";
import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";
import { ownerOfSession, readLedger } from "./ledger.server";
import { isEnd } from "./machine.server";
import { isDue, isShown, mayBePaid, type Purchase } from "./purchase.server";
import { reconcile } from "./reconcile.server";
import { timing } from "./timing.server";
import { summaryOf } from "./summary.server";

/** How a purchase ended, which the member has not been shown yet: a message, until a browser has shown it. */
export interface Outcome {
  purchaseKey: string;
  kind: "success" | "info" | "alert";
  key: string;
  params: { name: string; quantity: number };
}

/** What every page of a member knows of their purchases. */
export interface PurchasesOfPage {
  outcomes: Outcome[];
  /** Those of which it is not known, or not certain, whether they were paid. */
  inDoubt: PurchaseSummary[];
}

export const noPurchases: PurchasesOfPage = { outcomes: [], inDoubt: [] };

const looks = {
  captured: "success",
  refused: "info",
  cancelled: "info",
  refunded: "info",
  expired: "alert",
} as const;

function outcomeOf({ key, kind, state, name, quantity }: Purchase): Outcome | undefined {
  if (!(state in looks)) return undefined;
  const end = state as keyof typeof looks;
  const text = end === "captured" && kind === "order" ? "ordered" : end;
  return { purchaseKey: key, kind: looks[end], key: `store:outcome.${text}`, params: { name, quantity } };
}

/** From now on the pages of this session look at the member's purchases, until there is nothing left to say. */
export async function expectPurchases(session: Session): Promise<void> {
  if (session.data.hasPurchases) return;
  await session.update((draft) => {
    draft.hasPurchases = true;
  });
}

/**
 * What a page of the member has to say of purchases: read only while the session expects some, which it does from a
 * sign-in or a purchase on until all are ended and told. Whatever is due is looked after beside it.
 */
export async function purchasesOfPage(session: Session): Promise<PurchasesOfPage> {
  if (!session.user || !session.data.hasPurchases) return noPurchases;
  const { purchases } = await readLedger(ownerOfSession(session));
  if (purchases.some((each) => isDue(each, clock.now()))) await reconcile(session, 0);
  if (purchases.every((each) => isEnd(each.state) && !each.isUntold)) {
    await session.update((draft) => {
      delete draft.hasPurchases;
    });
  }
  const outcomes = purchases.filter(({ isUntold }) => isUntold).map(outcomeOf);
  return {
    outcomes: outcomes.filter((outcome) => outcome !== undefined),
    inDoubt: purchases.filter((each) => isShown(each) && mayBePaid(each)).map(summaryOf),
  };
}

/** Whether money may have been taken for something that has not ended, after looking once more. */
export async function hasPurchasesInDoubt(session: Session): Promise<boolean> {
  const isOpen = (await reconcile(session, timing.purchaseWait, true)).some(mayBePaid);
  if (isOpen) await expectPurchases(session);
  return isOpen;
}
