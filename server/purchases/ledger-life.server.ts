/** When ledgers end: by the clock, and with the account (docs/purchases.md, "What is kept"). */

import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";
import { sessionStore } from "#server/store/stores.server";
import {
  ASIDE,
  changeLedger,
  keyFor,
  type Ledger,
  LEDGERS,
  ownerOfSession,
  readLedger,
} from "./ledger.server";
import { DAY_MS } from "./purchase.server";
import { tidy } from "./retention.server";

/** Returns whether a write would remove something that is due by now. */
export async function isLedgerDue(owner: string): Promise<boolean> {
  const { version, unread: _, ...ledger } = await readLedger(owner);
  if (version === 0) return false;
  const draft = structuredClone({ ...ledger, epoch: ledger.epoch ?? "" });
  const before = JSON.stringify(draft);
  tidy(draft, clock.now());
  return JSON.stringify(draft) !== before;
}

export const tidyLedger = (owner: string) => changeLedger(owner, () => undefined);

/** How long a record that no secret decrypts is kept: it may contain the input of an order. */
const UNREADABLE_MS = 30 * DAY_MS;
/** Deletes a record that was put aside 30 days ago. @param name the rest of its key after `LEDGERS` */
export async function sweepAside(name: string): Promise<boolean> {
  const at = Number(name.split(ASIDE)[1]);
  if (!(clock.now() - at > UNREADABLE_MS)) return false;
  await sessionStore().destroy(`${LEDGERS}${name}`);
  return true;
}

/** Limits the life of a ledger that no secret decrypts. @returns false when it ends as early already */
export async function limitUnreadable(owner: string): Promise<boolean> {
  const key = keyFor(owner);
  const record = await sessionStore().get(key);
  const expiresAt = clock.now() + UNREADABLE_MS;
  if (!record || record.expiresAt <= expiresAt) return false;
  return sessionStore().replace(key, record.version, { payload: record.payload, expiresAt });
}

/** A closed account can be reopened by a sign-in for this long (accounts-and-store.md section 9). */
export const DELETION_WINDOW_DAYS = 15;

/** Removes what was typed from the record of a closed account, and lets the record go with the account. */
export async function closeLedger(owner: string): Promise<void> {
  const store = sessionStore();
  // Records that were put aside cannot be read, so nothing of them can be kept.
  for await (const names of store.keys(`${keyFor(owner)}:`))
    for (const name of names) await store.destroy(`${keyFor(owner)}:${name}`);
  const { version } = await readLedger(owner);
  if (version === 0) return;
  const at = clock.now();
  await changeLedger(owner, (draft) => {
    draft.closing = { at, goesAt: at + DELETION_WINDOW_DAYS * DAY_MS };
    delete draft.checkout;
    for (const purchase of draft.purchases) delete purchase.delivery;
  });
}

/** Keeps the record of a closed account whose member has signed in again, which reopens the account. */
export async function reopenLedger(session: Session, { closing }: Ledger): Promise<void> {
  if (!closing || (session.data.signedIn?.at ?? 0) <= closing.at) return;
  await changeLedger(ownerOfSession(session), (draft) => void delete draft.closing);
}
