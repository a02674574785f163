import * as clock from "#server/runtime/clock.server";
import { currencies, currencyOf, isPaymentType } from "~/domain/currencies";
import { addDays } from "~/domain/calendar";
import { dayOf, today } from "~/domain/japan-time";
import { getHistory } from "#server/api/users.server";
import type { HistoryItem } from "#server/wire/users";
import { ask } from "./asking.server";
import type { Buyer } from "./buyer.server";
import { linesOf } from "./history-lines.server";
import { changePurchase, lockedFor, readPurchases } from "./ledger.server";
import { applyEvent, type Purchase, type Taken } from "./purchase.server";
import { timing } from "./timing.server";

const PAGE_SIZE = 50;
const MOST_PAGES = 20;

/** Reads the history lines of the days around a purchase; undefined when a page cannot be read. */
export async function linesAround(
  buyer: Buyer,
  { createdAt, state, currency }: Purchase,
): Promise<HistoryItem[] | undefined> {
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
      const asked = await ask(() => getHistory(buyer.tokens, { ...query, currencyType, page }));
      if (asked === "unknown" || "refused" in asked) return undefined;
      items.push(...asked.answer.items);
      pages = asked.answer.page_count;
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
        const taken = takenOf(line);
        if (taken) draft.taken = taken;
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
