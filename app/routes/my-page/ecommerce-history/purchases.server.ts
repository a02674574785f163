import { type MoneyLine, outcomeOf } from "~/domain/purchase-outcome";
import { statusOf } from "~/domain/purchase-status";
import type { PurchaseSummary } from "~/domain/purchase-summary";
import type { translator } from "~/i18n/i18n.server";
import { isEnd } from "#server/purchases/machine.server";
import { ifReadable, summaryOf } from "#server/purchases/outcomes.server";
import { isShown } from "#server/purchases/purchase.server";
import { reconcile } from "#server/purchases/reconcile.server";
import type { Session } from "#server/session/session.server";

/** Maximum number of ended purchases; history and orders show older ones. */
const MOST_ENDED = 20;

/** Maximum age of the API's list of purchases on this page, in ms. */
const BOOK_AGE_MS = 30_000;

type Translate = ReturnType<typeof translator>;

/** A purchase of the list, with its status in words. */
export interface ListedPurchase extends PurchaseSummary {
  money: MoneyLine;
  moneyText: string;
  statusText: string;
}

/**
 * Reconciles the member's purchases and returns the open ones and the latest ended ones, with the texts of the list:
 * they are a few lines of `store`, which would be 6 kB of this page.
 */
export async function loadPurchases(session: Session, t: Translate) {
  const record = await ifReadable(() => reconcile(session, { bookAgeMs: BOOK_AGE_MS }));
  const purchases = [...(record ?? [])].reverse();
  return {
    ledger: record ? ("readable" as const) : ("unreadable" as const),
    texts: {
      title: t("store:purchases.title"),
      lead: t("store:complete.lead"),
      noneOpen: t("store:purchases.noneOpen"),
      ended: t("store:purchases.ended"),
      look: t("store:open.link"),
      receipt: t("store:receipt.title"),
      number: t("store:receipt.number"),
      history: t("store:complete.history"),
    },
    open: purchases.filter(isShown).map((purchase) => listed(summaryOf(purchase), t)),
    ended: purchases
      .filter(({ state }) => isEnd(state))
      .slice(0, MOST_ENDED)
      .map((purchase) => listed(summaryOf(purchase), t)),
  };
}

function listed(purchase: PurchaseSummary, t: Translate): ListedPurchase {
  const status = statusOf(purchase, { kind: "unknown" });
  const { money } = outcomeOf(status);
  return {
    ...purchase,
    money,
    moneyText: t(`store:money.${money}`),
    statusText: t(`store:complete.status.${status}.title`),
  };
}
