import * as clock from "#server/runtime/clock.server";
import { currencies, currencyOf, isPaymentType } from "~/domain/currencies";
import { addDays } from "~/domain/calendar";
import { dayOf, today } from "~/domain/japan-time";
import { onOurClock } from "#server/api/api-clock.server";
import { callApi } from "#server/api/api.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import type { Session } from "#server/session/session.server";
import type { HistoryItem } from "#server/wire/users";
import { ask } from "./asking.server";
import { type Buyer, buyerOf, changePurchase, lockedFor, readPurchases } from "./ledger.server";
import {
  applyEvent,
  CLOCKS_MS,
  costOf,
  DECIDED_AFTER_MS,
  isLost,
  type Purchase,
  type Taken,
} from "./purchase.server";
import { timing } from "./timing.server";

/** Maximum delay of a history line after the purchase call, in ms. */
const AFTER_MS = 10 * 60_000;

const atOf = (line: HistoryItem) => onOurClock(Date.parse(line.created_at));

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

/**
 * Finds the history lines of a purchase whose response was lost or does not match the request. A line with a
 * transaction id belongs to that transaction only; lines of captured purchases are excluded. @returns `lines` with the
 * expected amount, oldest first, and the number of purchases that may claim them; `others` around that time with
 * another amount, because the price may have changed before the API charged it
 */
export function linesOf(purchase: Purchase, purchases: readonly Purchase[], history: readonly HistoryItem[]) {
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
  const named = new Set(history.map(({ transactionId }) => transactionId));
  for (const each of purchases.filter(({ kind, state }) => kind === "balance" && state === "captured")) {
    // The history names its own line, so it can take no other.
    if (each.transactionId !== undefined && named.has(each.transactionId)) continue;
    const index = indexOfLine(open, each);
    if (index !== -1) open.splice(index, 1);
  }
  const lines = open.filter((line) => fits(line, purchase));
  const claims = purchases.filter((each) => lines.some((line) => mayClaim(each, line))).length;
  const others = open.filter(
    (line) => line.type === "REDEEM" && !lines.includes(line) && isAround(line, purchase, DECIDED_AFTER_MS),
  );
  return { lines, claims: Math.max(claims, 1), others };
}

/**
 * Returns whether a purchase with an unknown outcome may be the one that a line is of. After a response that did not
 * match, any amount may have been taken from any balance.
 */
function mayClaim(purchase: Purchase, line: HistoryItem): boolean {
  if (purchase.state === "mismatch") return line.type === "REDEEM" && isAround(line, purchase, AFTER_MS);
  return isLost(purchase) && fits(line, purchase);
}

/** Returns the index of a captured purchase's line: by its id, else the matching line nearest in time; or -1. */
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

const PAGE_SIZE = 50;
const MOST_PAGES = 20;

/** Reads the history lines of the days around a purchase; undefined when a page cannot be read. */
export async function linesAround(buyer: Buyer, { createdAt, state, currency }: Purchase) {
  const day = dayOf(new Date(createdAt));
  // A mismatched response does not tell which balance was charged, so all are read: the API takes one currency per
  // call.
  const ownCurrency = state === "mismatch" ? undefined : currencyOf(currency);
  const [next, now] = [addDays(day, 1), today(clock.now())];
  const query = {
    transactionType: "REDEEM" as const,
    from: addDays(day, -1),
    // The API refuses a day in the future.
    to: next < now ? next : now,
    size: PAGE_SIZE,
  };
  const items: HistoryItem[] = [];
  for (const currencyType of ownCurrency ? [ownCurrency] : currencies) {
    for (let page = 1, pages = 1; page <= pages && page <= MOST_PAGES; page += 1) {
      const { data } = await ask(() =>
        callApi("history", { tokens: buyer.tokens, query: { ...query, currencyType, page } }),
      );
      if (!data) return undefined;
      items.push(...data.items);
      pages = data.page_count;
    }
  }
  return items;
}

/** Returns what a history line says was taken. Its amount is in whole units. */
function takenOf({ change_amount, currency_type, created_at }: HistoryItem): Taken | undefined {
  const currency = currency_type.toUpperCase().replace("-", "_");
  if (!isPaymentType(currency)) return undefined;
  return { amount: Math.round(change_amount * 100), currency, at: Date.parse(created_at) };
}

/**
 * Settles a purchase by the history, for an API without a purchase list. Captured: as many matching lines as
 * purchases that may claim them. Refused: no line after `timing.missingAfter`. An ambiguous result is left to the
 * member.
 */
export async function readHistory(buyer: Buyer, purchase: Purchase): Promise<void> {
  const items = await linesAround(buyer, purchase);
  if (!items) return;
  // Serialises purchases that may claim the same line.
  await lockedFor(buyer.owner, "history", async () => {
    const { lines, claims, others } = linesOf(purchase, await readPurchases(buyer.owner), items);
    const now = clock.now();
    const isLate = now - (purchase.sentAt ?? purchase.createdAt) > timing.missingAfter;
    await changePurchase(buyer.owner, purchase.key, (draft) => {
      const [line] = lines;
      if (line && lines.length === claims) {
        if (!applyEvent(draft, "found", now)) return;
        draft.line = String(line.id);
        draft.taken = takenOf(line);
      } else if (lines.length > 0) {
        if (isLate || lines.length > claims) leaveToMember(draft, lines, now);
      } else if (isLate && others.length > 0) {
        leaveToMember(draft, others, now);
      } else if (isLate) {
        applyEvent(draft, "found-none", now);
      }
    });
  });
}

function leaveToMember(draft: Purchase, lines: readonly HistoryItem[], now: number): void {
  applyEvent(draft, "found-several", now);
  draft.lines = lines.map((line) => ({
    id: String(line.id),
    at: line.created_at,
    amount: line.change_amount,
    note: line.web_note ?? "",
    currency: takenOf(line)?.currency,
  }));
}

/**
 * Returns the balance before and after a purchase from a balance, read from the history line that names its
 * transaction or settled it, never a guess; undefined for a card, without such a line, or if the API is late or fails.
 */
export async function balancesAround(session: Session, purchase: Purchase) {
  const { kind, state, transactionId, line: known } = purchase;
  if (kind !== "balance" || state !== "captured") return undefined;
  const lines = (await orUndefinedAfter(linesAround(buyerOf(session), purchase))) ?? [];
  const line = lines.find(
    (each) =>
      each.type === "REDEEM" &&
      (String(each.id) === known || (transactionId !== undefined && each.transactionId === transactionId)),
  );
  if (!line) return undefined;
  const [after, taken] = [line.net_amount * 100, line.change_amount * 100];
  return { before: after + taken, after, taken };
}
