import { createHash } from "node:crypto";
import { z } from "zod";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { ownerOf, sealer } from "#server/session/sealing.server";
import type { Session } from "#server/session/session.server";
import { sessionStore } from "#server/session/stores.server";
import { earlierPurchases } from "./earlier-ledger.server";
import {
  type Checkout,
  checkoutSchema,
  happen,
  isOverdue,
  type Purchase,
  pruned,
  purchaseSchema,
} from "./purchase.server";

/**
 * The purchases of a member, kept in the session store beside the member's sessions and not inside one: they are the
 * same on every device, and are still there after signing out and in again. Encrypted, and changed by compare and set,
 * as sessions are.
 */
export interface Ledger {
  purchases: Purchase[];
  /** Counts the ends that the member has been told of: with each, the next intention has another key. */
  settled: number;
  /** What was entered for an order with delivery: there again after a new sign-in, on any device. */
  checkout?: Checkout | undefined;
}

/** Longer than a purchase is looked at, so that the count does not begin anew. */
const LIFE_MS = 400 * 24 * 60 * 60_000;
/** A capture is tried three times within the lock; the wait for the lock is longer than those three. */
const LOCK_WAIT_MS = 20_000;

const stored = z.object({
  v: z.literal(1),
  settled: z.number().int().default(0),
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
  if (!record) return { version: 0, settled: 0, purchases: await earlierPurchases(owner), unread: [] };
  const parsed = stored.safeParse(sealer().open(record.payload, key));
  // Not to be written over: what is in it may be of use again, with the secret that made it.
  if (!parsed.success) throw new Error("A ledger of purchases cannot be read with any SESSION_SECRET");
  const purchases: Purchase[] = [];
  const unread: unknown[] = [];
  for (const row of parsed.data.purchases) {
    const purchase = purchaseSchema.safeParse(row);
    if (purchase.success) purchases.push(purchase.data);
    else unread.push(row);
  }
  if (unread.length > 0) log.error({ rows: unread.length }, "purchases of an unknown form; they are kept");
  const { settled, checkout } = parsed.data;
  return { version: record.version, settled, purchases, unread, ...(checkout && { checkout }) };
}

const keyFor = (owner: string) => `purchases:${owner}`;

/** @throws StoreUnavailable */
export async function readLedger(owner: string): Promise<Ledger> {
  return read(owner);
}

/** The member's purchases, oldest first. @throws StoreUnavailable */
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
export async function changeLedger(owner: string, change: (draft: Ledger) => void): Promise<Ledger> {
  const key = keyFor(owner);
  for (;;) {
    const { version, unread, ...ledger } = await read(owner);
    const draft = structuredClone(ledger);
    const now = clock.now();
    change(draft);
    for (const purchase of draft.purchases) if (isOverdue(purchase, now)) happen(purchase, "expire", now);
    draft.purchases = pruned(draft.purchases, now);
    const { settled, purchases, checkout } = draft;
    const content = {
      payload: sealer().seal({ v: 1, settled, purchases: [...purchases, ...unread], checkout }, key),
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
 * The key of the member's next intention to buy an item: the same for every form of it, however often it is drawn, on
 * whatever device, until the member has been told how it ended.
 *
 * @param slot what is bought, "item 5"
 */
export function nextKey(owner: string, { settled }: Pick<Ledger, "settled">, slot: string): string {
  return createHash("sha256").update(`${owner} ${slot} ${settled}`).digest("base64url").slice(0, 32);
}

/** A key as it may come back from a browser; undefined for anything else. */
export function readKey(raw: unknown): string | undefined {
  return typeof raw === "string" && /^[\w-]{16,64}$/.test(raw) ? raw : undefined;
}
