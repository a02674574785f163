import { LRUCache } from "lru-cache";
import { onApiClock, onOurClock } from "#server/api/api-clock.server";
import { callApi } from "#server/api/api.server";
import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import type { Session } from "#server/session/session.server";
import type { BookRow } from "#server/wire/store";
import { mergeRows, purchaseOf } from "./book-merge.server";
import { features } from "./features.server";
import {
  type Buyer,
  buyerOf,
  changeLedger,
  type Ledger,
  lockedFor,
  putAside,
  readLedger,
} from "./ledger.server";
import { DECIDED_AFTER_MS, type Purchase } from "./purchase.server";

const PAGE_SIZE = 50;
/** More pages per read indicate an API bug. The rows so far are kept, and the next read continues after them. */
const MOST_PAGES = 40;
/** The API's list covers this period. */
const REACH_MS = 400 * 24 * 60 * 60_000;
/** Overlap with the previous read: a row can be committed just before `asOf` with an earlier time. */
const OVERLAP_MS = 60_000;
/** Maximum age of the last read before pages read the list again, for refunds and purchases made on other devices. */
export const BOOK_AGE_MS = 10 * 60_000;

/**
 * Reads the rows of the API's list that changed since a time, perhaps of one key. @returns all changes before `asOf`,
 * in ms since 1970 by the API's clock; undefined when there is no list, no response, an error, or no valid sign-in
 */
async function readRows({ tokens }: Buyer, sinceMs: number, key?: string) {
  if (features.list.isMissing()) return undefined;
  const rows: BookRow[] = [];
  const since = new Date(Math.max(sinceMs, clock.now() - REACH_MS)).toISOString();
  let cursor: string | undefined;
  let asOf = Infinity;
  try {
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = { since, size: PAGE_SIZE, ...(key !== undefined && { key }), ...(cursor && { cursor }) };
      const part = await callApi("book", { tokens, query });
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

/** Pause of `isBookDue` after a failed read, in ms, so that not every page calls an API that is down. */
const TRY_AGAIN_MS = 20_000;
/** Start of the last read that failed or is in progress, in ms since 1970, by owner. */
const unfinishedReads = new LRUCache<string, number>({ max: 10_000 });

/** Returns whether the API's list should be read again: the last read is older than `ageMs`. */
export function isBookDue(owner: string, { bookReadAt = 0 }: Ledger, ageMs = BOOK_AGE_MS): boolean {
  const now = clock.now();
  const wasTriedLately = now - (unfinishedReads.get(owner) ?? 0) < TRY_AGAIN_MS;
  return !features.list.isMissing() && now - bookReadAt >= ageMs && !wasTriedLately;
}

/**
 * Updates the ledger from the API's list: purchases that the ledger has lost or that were made on other devices, and
 * refunds. Reads all rows of a key again when its new rows alone are ambiguous. @returns false when it cannot be read
 */
export async function syncBook(buyer: Buyer, ledger: Ledger): Promise<boolean> {
  unfinishedReads.set(buyer.owner, clock.now());
  const read = await readRows(buyer, ledger.bookAt === undefined ? 0 : ledger.bookAt - OVERLAP_MS);
  return read ? mergeRead(buyer, ledger, read) : false;
}

async function mergeRead(buyer: Buyer, ledger: Ledger, read: { rows: BookRow[]; asOf: number }) {
  unfinishedReads.delete(buyer.owner);
  let unclearKeys: string[] = [];
  await changeLedger(buyer.owner, (draft) => {
    unclearKeys = mergeRows(draft, read.rows, clock.now(), ledger.bookAt === undefined);
    draft.bookAt = read.asOf;
    draft.bookReadAt = clock.now();
  });
  for (const key of unclearKeys) {
    const allOfKey = await readRows(buyer, 0, key);
    if (allOfKey)
      await changeLedger(buyer.owner, (draft) => void mergeRows(draft, allOfKey.rows, clock.now(), true));
  }
  return true;
}

/**
 * Looks one purchase up in the API's list: by its key, then in all changes since, because an API may not store keys.
 * @returns "found" when the list has a row of it, or its state in the ledger has changed; "none" when it has none and
 * will get none, so that no money is taken; "unknown" when the list cannot be read or may still get a row
 */
export async function askBook(buyer: Buyer, purchase: Purchase): Promise<"found" | "none" | "unknown"> {
  const { key, createdAt, sentAt = createdAt } = purchase;
  const byKey = await readRows(buyer, 0, key);
  if (!byKey) return "unknown";
  if ((await mergeAndFind(buyer.owner, purchase, byKey.rows, true)) === "found") return "found";
  const since = await readRows(buyer, onApiClock(createdAt) - OVERLAP_MS);
  if (!since) return "unknown";
  const found = await mergeAndFind(buyer.owner, purchase, since.rows, false);
  // The API contradicts itself: it has a row with this key, and none when it is asked for the key.
  if (found === "unclear") return "unknown";
  if (found === "found") return "found";
  return onOurClock(since.asOf) - sentAt > DECIDED_AFTER_MS ? "none" : "unknown";
}

/**
 * As `mergeRows`. @returns "found" when one of the rows is this purchase, or its state is no longer the given one;
 * "unclear" when a row has its key and another transaction, and `rows` may lack others of the key
 */
async function mergeAndFind(owner: string, { key, state }: Purchase, rows: BookRow[], isWhole: boolean) {
  if (rows.length === 0) return "none";
  let unclearKeys: string[] = [];
  const { purchases } = await changeLedger(owner, (draft) => {
    unclearKeys = mergeRows(draft, rows, clock.now(), isWhole);
  });
  const now = purchases.find((each) => each.key === key);
  if (now?.state !== state || rows.some(({ transactionId }) => transactionId === now.transactionId))
    return "found";
  return unclearKeys.includes(key) ? "unclear" : "none";
}

const isFree = () => true;

/**
 * Returns the purchase with this key as the API's list has it, and merges its rows. The purchase may be too old for the
 * ledger. @returns undefined when the API has none, or no list; "unknown" when the list cannot be read now
 */
export async function findByKey(buyer: Buyer, key: string): Promise<Purchase | "unknown" | undefined> {
  if (features.list.isMissing()) return undefined;
  const read = await readRows(buyer, 0, key);
  if (!read) return features.list.isMissing() ? undefined : "unknown";
  const [row] = read.rows.filter(({ idempotencyKey }) => idempotencyKey === key);
  if (!row) return undefined;
  const { purchases } = await changeLedger(
    buyer.owner,
    (draft) => void mergeRows(draft, read.rows, clock.now(), true),
  );
  return purchases.find((each) => each.key === key) ?? purchaseOf(row, clock.now(), isFree);
}

/** Number of a transaction or an intent, from a URL. */
export type PurchaseNumber = { key?: string | null; transactionId?: string | null; intentId?: string | null };

/**
 * Returns a purchase that the ledger does not have, of any age: by its key, else in all rows of the API's list. Nothing
 * is called lost before. @returns undefined when the list has none, or the API has no list
 * @throws ApiError when the list cannot be read now
 */
export async function findInBook(buyer: Buyer, ledger: Ledger, number: PurchaseNumber) {
  const { key, transactionId, intentId } = number;
  if (key) {
    const known = await findByKey(buyer, key);
    if (known && known !== "unknown") return known;
  }
  const read = await readRows(buyer, 0);
  if (!read && features.list.isMissing()) return undefined;
  if (!read) throw ApiError.noResponse("GET /users/me/purchases", 503, "the purchase list is not read");
  await mergeRead(buyer, ledger, read);
  const isIt = (each: Purchase) =>
    each.key === key ||
    each.transactionId === (transactionId ?? "") ||
    (each.intentId ?? "none") === (intentId ?? "");
  return (
    (await readLedger(buyer.owner)).purchases.find(isIt) ??
    read.rows.map((row) => purchaseOf(row, clock.now(), isFree)).find(isIt)
  );
}

/** Reads an ended purchase again, for a refund, a void or a late charge. @returns false when the list cannot be read */
export async function rereadInBook(buyer: Buyer, purchase: Purchase): Promise<boolean> {
  const byKey = await readRows(buyer, 0, purchase.key);
  if (!byKey) return false;
  if (byKey.rows.some((row) => row.transactionId === (purchase.transactionId ?? row.transactionId))) {
    await changeLedger(buyer.owner, (draft) => void mergeRows(draft, byKey.rows, clock.now(), true));
    return true;
  }
  // Made by another site or the app, or by an API that stores no keys.
  return syncBook(buyer, await readLedger(buyer.owner));
}

/**
 * Moves a ledger aside that no secret decrypts, and fills a new one from the API's list.
 *
 * @returns "begun": the new one is empty, because the list could not be read
 */
export async function rebuildLedger(session: Session): Promise<"rebuilt" | "begun" | "fine"> {
  const buyer = buyerOf(session);
  return lockedFor(buyer.owner, "rebuild", async () => {
    if (!(await putAside(buyer.owner))) return "fine";
    const isFilled = await syncBook(buyer, await readLedger(buyer.owner));
    log.info({ isFilled }, "a member's record of purchases was begun anew");
    return isFilled ? "rebuilt" : "begun";
  });
}
