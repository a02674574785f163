import { z } from "zod";
import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { ledgerCipher, ownerOf } from "#server/store/encryption.server";
import type { Session } from "#server/session/session.server";
import { sessionStore } from "#server/store/stores.server";
import { newEpoch } from "./keys.server";
import {
  type Checkout,
  checkoutSchema,
  applyEvent,
  isOverdue,
  type Purchase,
  pruned,
  purchaseSchema,
} from "./purchase.server";

/**
 * The purchases of a member: what the site has sent and not yet found in the API's list, and what it has been told.
 * Kept in the store beside the member's sessions and not inside one, so they are the same on every device. Encrypted
 * with a key of their own, and changed by compare and set, as sessions are. Spec: docs/purchases.md.
 */
export interface Ledger {
  purchases: Purchase[];
  /** Counts the ends that the member has been told of: with each, the next intention has another key. */
  settled: number;
  /** Random; the keys of new intentions begin with it. A ledger that is begun anew can never make an old key again. */
  epoch?: string | undefined;
  /** Of the last complete read of the API's list: its `asOf` by the API's clock, in milliseconds since 1970. */
  bookAt?: number | undefined;
  /** When that was, by our clock. */
  bookReadAt?: number | undefined;
  /** What was entered for an order with delivery: there again after a new sign-in, on any device. */
  checkout?: Checkout | undefined;
}

/**
 * A ledger that no configured secret opens: answered like an API that cannot be asked, at the form or in place of the
 * page. Only what buys needs the ledger; every other page reads it with `ifReadable`.
 */
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

/** Longer than a purchase is looked at, so that the count does not begin anew. */
const LIFE_MS = 400 * 24 * 60 * 60_000;
/** A capture is tried three times within the lock; the wait for the lock is longer than those three. */
const LOCK_WAIT_MS = 20_000;

/** A ledger whose epoch is kept. */
export interface KeyedLedger extends Ledger {
  epoch: string;
}

/** The release before knows neither `epoch` nor `bookAt` and drops them with its next write: both are made again. */
const stored = z.object({
  v: z.literal(1),
  settled: z.number().int().default(0),
  epoch: z.string().optional(),
  bookAt: z.number().optional(),
  bookReadAt: z.number().optional(),
  purchases: z.array(z.unknown()),
  checkout: checkoutSchema.optional().catch(undefined),
});

interface Read extends Ledger {
  version: number;
  /** Rows that this build cannot read, of a newer one perhaps: they are kept as they are. */
  unread: unknown[];
}

/** The name that a member's ledger and locks go by; says nothing about the member. */
export function ownerOfSession(session: Session): string {
  if (!session.user) throw new Error("Purchases belong to a signed-in member");
  return ownerOf(session.user.id);
}

async function read(owner: string): Promise<Read> {
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
    if (purchase.success) purchases.push(purchase.data);
    else unread.push(row);
  }
  if (unread.length > 0) log.error({ rows: unread.length }, "purchases of an unknown form; they are kept");
  const { settled, epoch, bookAt, bookReadAt, checkout } = parsed.data;
  const ledger = { settled, epoch, bookAt, bookReadAt, purchases, unread, checkout };
  if (!opened.isOld) return { version: record.version, ...ledger };
  // An older secret may be taken away at any time. When another request has written meanwhile, that one sealed it.
  const { version, expiresAt } = record;
  const payload = ledgerCipher().seal(opened.value, key);
  const isSealedAgain = await sessionStore().replace(key, version, { payload, expiresAt });
  return isSealedAgain ? { version: version + 1, ...ledger } : read(owner);
}

const keyFor = (owner: string) => `purchases:${owner}`;

/** @throws StoreUnavailable, LedgerUnreadable */
export async function readLedger(owner: string): Promise<Ledger> {
  return read(owner);
}

/**
 * Reads the ledger for a form that needs a key, and begins it where there is none, because the epoch of the key has to
 * be the same however often the form is drawn.
 *
 * @throws StoreUnavailable, LedgerUnreadable
 */
export async function readLedgerForKeys(owner: string): Promise<KeyedLedger> {
  const ledger = await readLedger(owner);
  return ledger.epoch === undefined
    ? changeLedger(owner, () => undefined)
    : { ...ledger, epoch: ledger.epoch };
}

/** The member's purchases, oldest first. @throws StoreUnavailable, LedgerUnreadable */
export async function readPurchases(owner: string): Promise<Purchase[]> {
  return (await readLedger(owner)).purchases;
}

export async function findPurchase(owner: string, key: string): Promise<Purchase | undefined> {
  return (await readPurchases(owner)).find((purchase) => purchase.key === key);
}

/** The member's purchase with this transaction id; undefined when it is nobody's or somebody else's. */
export async function findByTransaction(
  session: Session,
  transactionId: string,
): Promise<Purchase | undefined> {
  const purchases = await readPurchases(ownerOfSession(session));
  return purchases.find((purchase) => purchase.transactionId === transactionId);
}

/**
 * Changes a member's ledger; nothing that another request wrote is lost. What has waited too long expires on the way.
 *
 * @param change edits the draft in place; may be called again with newer purchases, so it must only edit
 * @returns the ledger as it is now
 * @throws StoreUnavailable
 */
export async function changeLedger(
  owner: string,
  change: (draft: KeyedLedger) => void,
): Promise<KeyedLedger> {
  const key = keyFor(owner);
  for (;;) {
    const { version, unread, ...ledger } = await read(owner);
    const draft = structuredClone({ ...ledger, epoch: ledger.epoch ?? newEpoch() });
    const now = clock.now();
    change(draft);
    for (const purchase of draft.purchases) if (isOverdue(purchase, now)) applyEvent(purchase, "expire", now);
    draft.purchases = pruned(draft.purchases, now);
    const { purchases, ...rest } = draft;
    const content = {
      payload: ledgerCipher().seal({ v: 1, ...rest, purchases: [...purchases, ...unread] }, key),
      expiresAt: now + LIFE_MS,
    };
    const written =
      version === 0
        ? await sessionStore().create(key, content)
        : await sessionStore().replace(key, version, content);
    if (written) return draft;
  }
}

/** Changes one purchase. @returns it as it is now; undefined when it is not there */
export async function changePurchase(
  owner: string,
  key: string,
  change: (draft: Purchase) => void,
): Promise<Purchase | undefined> {
  const { purchases } = await changeLedger(owner, (draft) => {
    const purchase = draft.purchases.find((each) => each.key === key);
    if (purchase) change(purchase);
  });
  return purchases.find((each) => each.key === key);
}

/** Runs `work` while nothing else, in whichever process, does the same for this member. */
export async function lockedFor<Result>(
  owner: string,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return sessionStore().withLock(`${what}:${owner}`, work, LOCK_WAIT_MS);
}

/**
 * Puts a record that no secret opens aside, so that the member's next one begins anew, with a new epoch. It is kept for
 * an operator who finds the secret again.
 *
 * @returns false when there was nothing to put aside
 */
export async function putAside(owner: string): Promise<boolean> {
  const key = keyFor(owner);
  const record = await sessionStore().get(key);
  if (!record || stored.safeParse(ledgerCipher().open(record.payload, key)).success) return false;
  const { payload, expiresAt } = record;
  await sessionStore().create(`${key}:unreadable:${clock.now()}`, { payload, expiresAt });
  await sessionStore().destroy(key);
  log.error({ owner }, "a member's record of purchases cannot be read; it is put aside and begun anew");
  return true;
}
