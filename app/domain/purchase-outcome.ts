import { currencyOf } from "./currencies";
import { dayOf } from "./japan-time";
import { paths } from "./paths";
import type { Status } from "./purchase-status";
import type { PurchaseSummary } from "./purchase-summary";

/** What is known about the money: not charged, unknown, charged, or refunded. */
export type MoneyLine = "none" | "unknown" | "taken" | "returned";

/** Pictures of an outcome, in public/art/states. `done` also has the hand-over picture in the page's head. */
type OutcomePicture =
  | "confirming"
  | "declined"
  | "given-up"
  | "order-waits"
  | "price-changed"
  | "refunded"
  | "unknown"
  | "waiting";

/**
 * `dropped` and `expired` are "unknown", not "none": a card may have been submitted, and no confirmation exists that it
 * was not charged.
 */
const outcomes: Record<Status, { money: MoneyLine; picture: OutcomePicture }> = {
  done: { money: "taken", picture: "confirming" },
  otherAmount: { money: "taken", picture: "price-changed" },
  interrupted: { money: "taken", picture: "confirming" },
  confirming: { money: "taken", picture: "confirming" },
  refunded: { money: "returned", picture: "refunded" },
  refused: { money: "none", picture: "given-up" },
  cancelled: { money: "none", picture: "given-up" },
  declined: { money: "none", picture: "declined" },
  ordered: { money: "none", picture: "order-waits" },
  card: { money: "none", picture: "order-waits" },
  action: { money: "none", picture: "waiting" },
  amountChanged: { money: "none", picture: "price-changed" },
  dropped: { money: "unknown", picture: "given-up" },
  expired: { money: "unknown", picture: "given-up" },
  processing: { money: "unknown", picture: "waiting" },
  unclearOne: { money: "unknown", picture: "unknown" },
  unclear: { money: "unknown", picture: "unknown" },
  balanceUnknown: { money: "unknown", picture: "unknown" },
  mismatch: { money: "unknown", picture: "unknown" },
  unknown: { money: "unknown", picture: "unknown" },
};

/** @param isCardRefused the last card was declined, and another one may be entered */
export function outcomeOf(status: Status, isCardRefused = false) {
  const outcome = outcomes[status];
  return status === "card" && isCardRefused ? { ...outcome, picture: "declined" as const } : outcome;
}

/**
 * Returns the element id of a history row, by which a receipt links to it. The argument is the id of the row or of its
 * transaction.
 */
export const historyRowId = (id: string | number): string => `line-${id}`;

/** Maximum number of rows on one history page. */
const ROWS = 50;

/**
 * Returns the URL where the member can see the charge: for a balance the history of its currency, at the day and row if
 * known; for a card the orders, which include My purchases.
 */
export function moneyPlaceOf(purchase: PurchaseSummary): string {
  const { kind, currency, createdAt, taken, historyLine, transactionId } = purchase;
  const currencyType = currencyOf(taken?.currency ?? currency);
  if (kind !== "balance" || !currencyType) return paths.myPage.ecommerceHistory();
  if (!taken) return paths.myPage.history({ currencyType, from: dayOf(createdAt) });
  const day = dayOf(taken.at);
  const page = paths.myPage.history({ currencyType, duration: "DAY", from: day, to: day, size: ROWS });
  const line = historyLine ?? transactionId;
  return line === undefined ? page : `${page}#${encodeURIComponent(historyRowId(line))}`;
}
