import { currencyOf } from "~/domain/currencies";
import { onOurClock } from "#server/api/api-clock.server";
import type { HistoryItem } from "#server/wire/users";
import { CLOCKS_MS, DECIDED_AFTER_MS } from "./limits.server";
import { costOf, type Purchase } from "./purchase.server";

/** Maximum delay of a history line after the purchase call, in ms. */
const AFTER_MS = 10 * 60_000;

const atOf = (line: HistoryItem) => onOurClock(Date.parse(line.created_at));

/** Returns whether a history line was written around the time of a purchase. */
function isAround(line: HistoryItem, { createdAt, sentAt = createdAt }: Purchase, afterMs: number): boolean {
  return atOf(line) >= createdAt - CLOCKS_MS && atOf(line) <= sentAt + afterMs;
}

/** Returns whether a line may be this purchase: same balance, same amount, around the same time. */
function fits(line: HistoryItem, purchase: Purchase): boolean {
  return (
    line.type === "REDEEM" &&
    line.currency_type === currencyOf(purchase.currency) &&
    line.change_amount === costOf(purchase) &&
    isAround(line, purchase, AFTER_MS)
  );
}

export interface LinesFound {
  /** Lines with the expected amount that may be the purchase, oldest first. */
  lines: HistoryItem[];
  /** Number of purchases that may claim `lines`. */
  claims: number;
  /** Lines around that time with another amount: the price may have changed before the API charged it. */
  others: HistoryItem[];
}

/**
 * Finds the history lines of a purchase whose response was lost or does not match the request. A line with a
 * transaction id belongs to that transaction only; lines of captured purchases are excluded.
 *
 * @param purchases all purchases of the member, including this one
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

/**
 * Returns the index of a captured purchase's line: by its stored id, else the matching line that is nearest in time;
 * -1 if there is none.
 */
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
