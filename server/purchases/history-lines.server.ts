import { currencyOf } from "~/domain/currencies";
import { onOurClock } from "#server/api/api-clock.server";
import type { HistoryItem } from "#server/wire/users";
import { CLOCKS_MS, DECIDED_AFTER_MS } from "./limits.server";
import { costOf, type Purchase } from "./purchase.server";

/** A line of the confirmed amount may be so late. */
const AFTER_MS = 10 * 60_000;

const atOf = (line: HistoryItem) => onOurClock(Date.parse(line.created_at));

/** Whether a line of the history was written at about the time of a purchase. */
function isAround(line: HistoryItem, { createdAt, sentAt = createdAt }: Purchase, afterMs: number): boolean {
  return atOf(line) >= createdAt - CLOCKS_MS && atOf(line) <= sentAt + afterMs;
}

/** Whether a line may be this purchase as it was confirmed: the same balance, the same amount, at about that time. */
function fits(line: HistoryItem, purchase: Purchase): boolean {
  return (
    line.type === "REDEEM" &&
    line.currency_type === currencyOf(purchase.currency) &&
    line.change_amount === costOf(purchase) &&
    isAround(line, purchase, AFTER_MS)
  );
}

export interface LinesFound {
  /** Lines with the confirmed amount that may be the purchase, oldest first. */
  lines: HistoryItem[];
  /** How many purchases may claim `lines`. */
  claims: number;
  /** Lines of that moment that moved another amount: the price may have changed before the API took it. */
  others: HistoryItem[];
}

/**
 * What the history says of a purchase whose answer was lost or does not fit. A line that names its transaction belongs to
 * that one alone; lines of purchases that are known to be captured are theirs.
 *
 * @param purchases all of the member's, this one among them
 */
export function linesOf(
  purchase: Purchase,
  purchases: readonly Purchase[],
  history: readonly HistoryItem[],
): LinesFound {
  const own = history.filter(
    ({ transactionId }) => transactionId !== undefined && transactionId === purchase.transactionId,
  );
  if (own.length > 0) return { lines: own, claims: own.length, others: [] };
  const claimed = new Set(
    purchases.flatMap(({ key, transactionId }) => (key === purchase.key ? [] : transactionId)),
  );
  const open = history
    .filter(({ transactionId }) => transactionId === undefined || !claimed.has(transactionId))
    .filter(({ transactionId }) => transactionId === undefined || purchase.transactionId === undefined)
    .sort((a, b) => atOf(a) - atOf(b));
  for (const each of purchases.filter(({ kind, state }) => kind === "balance" && state === "captured")) {
    const index = indexOfLine(open, each);
    if (index !== -1) open.splice(index, 1);
  }
  const lines = open.filter((line) => fits(line, purchase));
  const claims = purchases.filter(
    (each) => (each.state === "asked" || each.state === "unclear") && lines.some((line) => fits(line, each)),
  ).length;
  const others = open.filter(
    (line) => line.type === "REDEEM" && !lines.includes(line) && isAround(line, purchase, DECIDED_AFTER_MS),
  );
  return { lines, claims: Math.max(claims, 1), others };
}

/** The line of a captured purchase: the one it is known by, else the nearest in time that fits. -1 without one. */
function indexOfLine(lines: readonly HistoryItem[], purchase: Purchase): number {
  if (purchase.line !== undefined) return lines.findIndex((line) => String(line.id) === purchase.line);
  let best = -1;
  let distance = Infinity;
  lines.forEach((line, index) => {
    const away = Math.abs(atOf(line) - purchase.createdAt);
    if (fits(line, purchase) && away < distance) [best, distance] = [index, away];
  });
  return best;
}
