import { currencyOf } from "~/domain/currencies";
import type { HistoryItem } from "#server/wire/users";
import { costOf, type Purchase } from "./purchase.server";

/** The two clocks may differ so much, and an answer may be so late. */
const BEFORE_MS = 60_000;
const AFTER_MS = 10 * 60_000;

/** Whether a line of the history may be this purchase: the same balance, the same amount, at about that time. */
function fits(line: HistoryItem, purchase: Purchase): boolean {
  const after = Date.parse(line.created_at) - purchase.createdAt;
  return (
    line.type === "REDEEM" &&
    line.currency_type === currencyOf(purchase.currency) &&
    line.change_amount === costOf(purchase) &&
    after >= -BEFORE_MS &&
    after <= AFTER_MS
  );
}

/**
 * What the history says of a purchase from a balance whose answer was lost. Lines of other purchases that are known to
 * be captured are theirs.
 *
 * @param purchases all of the member's, this one among them
 * @returns the lines that may be it, oldest first, and how many purchases may claim them
 */
export function linesOf(
  purchase: Purchase,
  purchases: readonly Purchase[],
  history: readonly HistoryItem[],
): { lines: HistoryItem[]; claims: number } {
  const sameCost = purchases.filter(
    (each) =>
      each.kind === "balance" && each.currency === purchase.currency && costOf(each) === costOf(purchase),
  );
  const known = sameCost.filter(({ state }) => state === "captured");
  const open = [...history].sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  for (const each of known) {
    const own = open.findIndex((line) => String(line.id) === each.line);
    const index = own === -1 && each.line === undefined ? nearest(open, each) : own;
    if (index !== -1) open.splice(index, 1);
  }
  const lines = open.filter((line) => fits(line, purchase));
  const claims = sameCost.filter(
    (each) => (each.state === "asked" || each.state === "unclear") && lines.some((line) => fits(line, each)),
  ).length;
  return { lines, claims };
}

/** The line nearest in time that a purchase may be; -1 without one. */
function nearest(lines: readonly HistoryItem[], purchase: Purchase): number {
  let best = -1;
  let distance = Infinity;
  lines.forEach((line, index) => {
    const away = Math.abs(Date.parse(line.created_at) - purchase.createdAt);
    if (fits(line, purchase) && away < distance) [best, distance] = [index, away];
  });
  return best;
}
