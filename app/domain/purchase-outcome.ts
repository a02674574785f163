import { currencyOf } from "./currencies";
import { dayOf } from "./japan-time";
import { paths } from "./paths";
import type { Status } from "./purchase-status";
import type { PurchaseSummary } from "./purchase-summary";

/** What is known of the money: nothing was taken, it is not known, it was taken, it was given back. */
export type MoneyLine = "none" | "unknown" | "taken" | "returned";

/** The pictures of a purchase: public/art/states. `done` has the hand-over in the page's head. */
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
 * `dropped` and `expired` are not "none": a card was sent, or may have been, and nobody has said that it was not
 * charged.
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

/**
 * Returns the money line and the picture of a purchase.
 *
 * @param isCardRefused the last card was not charged, and another one may be entered
 */
export function outcomeOf(status: Status, isCardRefused = false) {
  const outcome = outcomes[status];
  return status === "card" && isCardRefused ? { ...outcome, picture: "declined" as const } : outcome;
}

/** The id in the history's page by which a receipt leads to a line: of the line itself, or of its transaction. */
export const historyRowId = (id: string | number): string => `line-${id}`;

/** As many rows as the history shows at most on one page. */
const ROWS = 50;

/**
 * Returns where the member sees what a purchase took: the history of the currency that paid, at the day and the line
 * where they are known; of a card the orders with My purchases.
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
