import { LRUCache } from "lru-cache";
import { onApiClock, onOurClock } from "#server/api/api-clock.server";
import { readBook } from "#server/api/store.server";
import { ApiError } from "#server/errors/api-error";
import { singleton } from "#server/runtime/singleton";
import * as clock from "#server/runtime/clock.server";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import type { BookRow } from "#server/wire/store";
import { mergeRows } from "./book-merge.server";
import type { Buyer } from "./buyer.server";
import { features } from "./features.server";
import { changeLedger, type Ledger, readPurchases } from "./ledger.server";
import { DECIDED_AFTER_MS } from "./limits.server";
import type { Purchase } from "./purchase.server";

const PAGE_SIZE = 50;
/** A member with more is a fault of the API: what was read by then is kept, and the next read goes on from there. */
const MOST_PAGES = 40;
/** As far back as the API's list reaches. */
const REACH_MS = 400 * 24 * 60 * 60_000;
/** Read again, because a row may have been committed just before `asOf` with an earlier time. */
const OVERLAP_MS = 60_000;
/** So long a read stands for pages that only want to know of refunds and of other devices. */
export const BOOK_AGE_MS = 10 * 60_000;

interface BookRead {
  rows: BookRow[];
  /** Nothing that changed before is missing, in milliseconds since 1970 by the API's clock. */
  asOf: number;
}

/**
 * Reads the member's transactions from the API's list.
 *
 * @param sinceMs rows that changed at or after it
 * @param key only those of this Idempotency-Key
 * @returns undefined when the API has no such list, or nobody can tell now
 */
async function readRows({ tokens }: Buyer, sinceMs: number, key?: string): Promise<BookRead | undefined> {
  if (features.list.isMissing()) return undefined;
  const rows: BookRow[] = [];
  const since = new Date(Math.max(sinceMs, clock.now() - REACH_MS)).toISOString();
  let cursor: string | undefined;
  let asOf = Infinity;
  try {
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = { since, size: PAGE_SIZE, ...(key !== undefined && { key }), ...(cursor && { cursor }) };
      const part = await readBook(tokens, query);
      features.list.note(true);
      rows.push(...part.items);
      asOf = Math.min(asOf, Date.parse(part.asOf));
      cursor = part.nextCursor;
      if (cursor === undefined) return { rows, asOf };
    }
    return { rows, asOf: Math.min(asOf, ...rows.slice(-1).map(({ updatedAt }) => Date.parse(updatedAt))) };
  } catch (error) {
    if (error instanceof SignInNeeded) return undefined;
    if (!(error instanceof ApiError)) throw error;
    if (error.isUnknownCall) features.list.note(false);
    return undefined;
  }
}

/** After a read that failed nobody tries again for so long, in ms: an API that is down is not asked with each page. */
const TRY_AGAIN_MS = 20_000;
/** When a read was last begun and has not succeeded yet, in milliseconds since 1970, by owner. */
const tries = singleton("purchase-book-tries", () => new LRUCache<string, number>({ max: 10_000 }));

/** Whether the API's list should be read again for a page that can do with one of this age. */
export function isBookDue(owner: string, { bookReadAt = 0 }: Ledger, ageMs = BOOK_AGE_MS): boolean {
  const now = clock.now();
  const isTried = now - (tries.get(owner) ?? 0) < TRY_AGAIN_MS;
  return !features.list.isMissing() && now - bookReadAt >= ageMs && !isTried;
}

/**
 * Brings the ledger up to the API's list: what a lost ledger knew, what other devices bought, what was refunded.
 *
 * @returns false when the list could not be read
 * @throws StoreUnavailable, LedgerUnreadable
 */
export async function syncBook(buyer: Buyer, ledger: Ledger): Promise<boolean> {
  tries.set(buyer.owner, clock.now());
  const read = await readRows(buyer, ledger.bookAt === undefined ? 0 : ledger.bookAt - OVERLAP_MS);
  if (!read) return false;
  tries.delete(buyer.owner);
  let unclear: string[] = [];
  await changeLedger(buyer.owner, (draft) => {
    unclear = mergeRows(draft, read.rows, clock.now(), ledger.bookAt === undefined);
    draft.bookAt = read.asOf;
    draft.bookReadAt = clock.now();
  });
  for (const key of unclear) {
    const whole = await readRows(buyer, 0, key);
    if (whole)
      await changeLedger(buyer.owner, (draft) => void mergeRows(draft, whole.rows, clock.now(), true));
  }
  return true;
}

/**
 * Asks the list about one purchase: by its key, and then, because an API may not note keys, by all that has changed since
 * it was begun.
 *
 * @returns "said" when a row of it was brought into the ledger; "none" when nothing was and will be taken for it;
 * "unknown" when the list cannot be asked, or it is too early to tell
 */
export async function askBook(buyer: Buyer, purchase: Purchase): Promise<"said" | "none" | "unknown"> {
  const { key, createdAt, sentAt = createdAt } = purchase;
  const byKey = await readRows(buyer, 0, key);
  if (!byKey) return "unknown";
  if (await isAmong(buyer, purchase, byKey.rows, true)) return "said";
  const since = await readRows(buyer, onApiClock(createdAt) - OVERLAP_MS);
  if (!since) return "unknown";
  if (await isAmong(buyer, purchase, since.rows, false)) return "said";
  return onOurClock(since.asOf) - sentAt > DECIDED_AFTER_MS ? "none" : "unknown";
}

/** Brings rows into the ledger. @returns whether one of them is this purchase, or has settled it */
async function isAmong(
  { owner }: Buyer,
  { key, state }: Purchase,
  rows: readonly BookRow[],
  isWhole: boolean,
): Promise<boolean> {
  if (rows.length === 0) return false;
  const { purchases } = await changeLedger(owner, (draft) => {
    mergeRows(draft, rows, clock.now(), isWhole);
  });
  const now = purchases.find((each) => each.key === key);
  return now?.state !== state || rows.some(({ transactionId }) => transactionId === now.transactionId);
}

/** A purchase that the ledger did not know, after the API's list was read once more. */
export async function findPurchaseInBook(
  buyer: Buyer,
  ledger: Ledger,
  isIt: (purchase: Purchase) => boolean,
): Promise<Purchase | undefined> {
  if (!(await syncBook(buyer, ledger))) return undefined;
  return (await readPurchases(buyer.owner)).find(isIt);
}
