import { z } from "zod";
import type { TokenSource } from "#server/api/token-source";
import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { ledgerCipher, ownerOf } from "#server/store/encryption.server";
import { orderTokens } from "#server/session/token-sources.server";
import type { Session } from "#server/session/session.server";
import type { RecordContent } from "#server/store/store";
import { sessionStore } from "#server/store/stores.server";
import { newEpoch } from "./keys.server";
import type { Event } from "./machine.server";
import {
  applyEvent,
  checkoutSchema,
  endedCheckoutSchema,
  isClosed,
  type Purchase,
  purchaseSchema,
} from "./purchase.server";
import { newlyOver, tidy } from "./retention.server";
import { dueNews, tell, withNews } from "./told.server";

/** Thrown when no configured secret decrypts a ledger. Pages that sell nothing read it with `ifReadable`. */
export class LedgerUnreadable extends ApiError {
  constructor() {
    super({
      kind: "no-response",
      call: "ledger",
      status: 503,
      messageKey: "errors:ledger.unreadable",
      detail: "no secret opens a member's record of purchases",
    });
  }
}

/** Longer than a purchase is reconciled, so that `settled` does not restart at 0. */
const LIFE_MS = 400 * 24 * 60 * 60_000;
/** Longer than the three attempts of a capture, which run under the lock. */
const LOCK_WAIT_MS = 20_000;

/** Older releases drop `epoch` and `bookAt` when they write; both are recreated. */
const stored = z.object({
  v: z.literal(1),
  /** Number of purchases that are over (`isOver`). Each one changes the ids of the forms issued from then on. */
  settled: z.number().int().default(0),
  /** Random prefix of new keys, so that a ledger that was recreated never repeats a key. */
  epoch: z.string().optional(),
  /** The last read of the API's list has all changes before this time, in ms since 1970 by the API's clock. */
  bookAt: z.number().optional(),
  /** Time of that read, in ms since 1970 by the site's clock. */
  bookReadAt: z.number().optional(),
  purchases: z.array(z.unknown()),
  /** The account is closed, and the record goes with it, in ms since 1970; and when it was closed. */
  closing: z.object({ at: z.number(), goesAt: z.number() }).optional(),
  /** Latest input of an order with delivery. Kept across sessions and devices; ignored once its order is placed. */
  checkout: checkoutSchema.optional().catch(undefined),
  /** The last checkout that was removed, for a tab that still shows it. */
  endedCheckout: endedCheckoutSchema.optional().catch(undefined),
});

/**
 * Purchases of a member: those sent and not yet found in the API's list, and those whose outcome is known. Stored per
 * member, not per session, so that every device sees the same. Encrypted with its own key and changed by compare and
 * set. Spec: docs/purchases.md.
 */
export type Ledger = Omit<z.infer<typeof stored>, "v" | "purchases"> & { purchases: Purchase[] };

export type KeyedLedger = Ledger & { epoch: string };

interface StoredLedger extends Ledger {
  version: number;
  /** Rows that this build cannot parse, perhaps of a newer release. Written back unchanged. */
  unread: unknown[];
}

/** Returns the hash that names a member's ledger and locks. */
export function ownerOfSession(session: Session): string {
  if (!session.user) throw new Error("Purchases belong to a signed-in member");
  return ownerOf(session.user.id);
}

/** A member's ledger, and the tokens for calls about it. */
export interface Buyer {
  owner: string;
  tokens: TokenSource;
  /** Returns the token for the order service; undefined when none is valid. */
  orderTokens: () => Promise<TokenSource | undefined>;
}

export function buyerOf(session: Session): Buyer {
  return { owner: ownerOfSession(session), tokens: session, orderTokens: () => orderTokens(session) };
}

/** Prefix of the ledgers' keys in the store. */
export const LEDGERS = "purchases:";
export const keyFor = (owner: string) => `${LEDGERS}${owner}`;

/** @throws StoreUnavailable, LedgerUnreadable; so does all that reads or changes a ledger */
export async function readLedger(owner: string): Promise<StoredLedger> {
  const key = keyFor(owner);
  const record = await sessionStore().get(key);
  if (!record) return { version: 0, settled: 0, purchases: [], unread: [] };
  const opened = ledgerCipher().openWithAge(record.payload, key);
  const parsed = stored.safeParse(opened?.value);
  if (!opened || !parsed.success) throw new LedgerUnreadable();
  const purchases: Purchase[] = [];
  const unread: unknown[] = [];
  for (const row of parsed.data.purchases) {
    const purchase = purchaseSchema.safeParse(row);
    if (purchase.success) purchases.push(withNews(purchase.data));
    else unread.push(row);
  }
  if (unread.length > 0) log.error({ rows: unread.length }, "purchases of an unknown form; they are kept");
  const { v: _, purchases: __, ...fields } = parsed.data;
  const ledger = { ...fields, purchases, unread };
  if (!opened.isOld) return { version: record.version, ...ledger };
  // The operator may remove an old secret. On a version conflict another request has already re-encrypted it.
  const { version, expiresAt } = record;
  const payload = ledgerCipher().seal(opened.value, key);
  const isSealedAgain = await sessionStore().replace(key, version, { payload, expiresAt });
  return isSealedAgain ? { version: version + 1, ...ledger } : readLedger(owner);
}

/** Also creates a missing ledger, because its epoch must be the same at each render of a form. */
export async function readLedgerForKeys(owner: string): Promise<KeyedLedger> {
  const ledger = await readLedger(owner);
  return ledger.epoch === undefined
    ? changeLedger(owner, () => undefined)
    : { ...ledger, epoch: ledger.epoch };
}

/** Oldest first. */
export const readPurchases = async (owner: string) => (await readLedger(owner)).purchases;

/** Returns the purchase with this key; else the newest one of the form with this id. */
export const withKey = (purchases: readonly Purchase[], key: string): Purchase | undefined =>
  purchases.find((each) => each.key === key) ?? purchases.findLast((each) => each.form === key);

/** @param key as of `withKey` */
export const findPurchase = async (owner: string, key: string) => withKey(await readPurchases(owner), key);

export const findByTransaction = async (session: Session, transactionId: string) =>
  (await readPurchases(ownerOfSession(session))).find((each) => each.transactionId === transactionId);

/** Writes a record that has this version; 0: that does not exist. @returns false when another request was first */
export function writeVersion(key: string, version: number, content: RecordContent): Promise<boolean> {
  const store = sessionStore();
  return version === 0 ? store.create(key, content) : store.replace(key, version, content);
}

/**
 * Changes a member's ledger by compare and set, so that concurrent writes are kept. Also removes what is due by now.
 * `change` edits the draft; it is called again after a conflict, so it must have no other effect.
 */
export async function changeLedger(owner: string, change: (draft: KeyedLedger) => void) {
  const key = keyFor(owner);
  for (;;) {
    const { version, unread, ...ledger } = await readLedger(owner);
    const draft = structuredClone({ ...ledger, epoch: ledger.epoch ?? newEpoch() });
    const now = clock.now();
    change(draft);
    tidy(draft, now);
    draft.settled += newlyOver(ledger.purchases, draft.purchases);
    const { purchases, ...rest } = draft;
    const content = {
      payload: ledgerCipher().seal({ v: 1, ...rest, purchases: [...purchases, ...unread] }, key),
      expiresAt: draft.closing?.goesAt ?? now + LIFE_MS,
    };
    if (await writeVersion(key, version, content)) return draft;
  }
}

/**
 * Changes one purchase, as `changeLedger`. @returns undefined when the member has none with this key
 * @param key as of `withKey`
 */
export async function changePurchase(owner: string, key: string, change: (draft: Purchase) => void) {
  const { purchases } = await changeLedger(owner, (draft) => {
    const purchase = withKey(draft.purchases, key);
    if (purchase) change(purchase);
  });
  return withKey(purchases, key);
}

/** Applies an event to one purchase. An event that its state ignores changes nothing. */
export function recordEvent(owner: string, key: string, event: Event): Promise<Purchase | undefined> {
  return changePurchase(owner, key, (draft) => void applyEvent(draft, event, clock.now()));
}

/** Between the key of a ledger and the time when it was put aside, in ms since 1970. */
export const ASIDE = ":unreadable:";

/** Outcome of a purchase that a page told, as of `dueNews`. */
export interface Told {
  key: string;
  what: string;
}

/** Records that the member was told these outcomes. An outcome that has changed since stays due. */
export async function markTold(owner: string, told: readonly Told[]): Promise<void> {
  await changeLedger(owner, (draft) => {
    for (const purchase of draft.purchases) {
      const what = dueNews(purchase);
      if (told.some((each) => each.key === purchase.key && each.what === what)) tell(purchase, clock.now());
    }
  });
}

/** Records that the page of a closed purchase was sent: the item's next form asks for another purchase. */
export async function notePageSeen(owner: string, purchase: Purchase): Promise<void> {
  if (!isClosed(purchase) || purchase.isPageSeen === true) return;
  await changePurchase(owner, purchase.key, (draft) => {
    if (isClosed(draft)) draft.isPageSeen = true;
  });
}

/** Records that the member knows how a purchase stands, because the response of this request says it. */
export const tellNow = (owner: string, key: string) =>
  changePurchase(owner, key, (draft) => tell(draft, clock.now()));

/**
 * Runs `work` under the member's lock of this name.
 *
 * @throws StoreUnavailable also if the lock is not free within 20 s
 */
export const lockedFor = <Result>(owner: string, what: string, work: () => Promise<Result>) =>
  sessionStore().withLock(`${what}:${owner}`, work, LOCK_WAIT_MS);

/**
 * Moves a ledger that no secret decrypts to another key, where an operator who finds the secret can still read it.
 * Returns false when the ledger is missing or readable.
 */
export async function putAside(owner: string): Promise<boolean> {
  const key = keyFor(owner);
  const record = await sessionStore().get(key);
  if (!record || stored.safeParse(ledgerCipher().open(record.payload, key)).success) return false;
  const { payload, expiresAt } = record;
  await sessionStore().create(`${key}${ASIDE}${clock.now()}`, { payload, expiresAt });
  await sessionStore().destroy(key);
  log.error({ owner }, "a member's record of purchases cannot be read; it is put aside and begun anew");
  return true;
}
