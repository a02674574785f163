import { env } from "#server/config/env.server";
import { drainBackground } from "#server/purchases/background-task.server";
import { ledgerCipher, ownerOf } from "#server/store/encryption.server";
import type { StoredRecord } from "#server/store/store";
import { sessionStore } from "#server/store/stores.server";
import { features } from "#server/purchases/features.server";

const keyOf = (memberId: number) => `purchases:${ownerOf(memberId)}`;

/** Deletes a member's purchase record, as when the store is emptied or loses its last writes. */
export async function loseLedger(memberId: number): Promise<void> {
  await sessionStore().destroy(keyOf(memberId));
}

/** Returns a backup of a member's purchase record; undefined if there is no record yet. */
export function backUp(memberId: number): Promise<StoredRecord | undefined> {
  return sessionStore().get(keyOf(memberId));
}

/**
 * Returns the record that was set aside because no secret could decrypt it.
 * @param at when it was set aside, in ms since 1970
 */
export function aside(memberId: number, at: number): Promise<StoredRecord | undefined> {
  return sessionStore().get(`${keyOf(memberId)}:unreadable:${at}`);
}

/** Returns the stored rows of a member's record, including those that this build cannot read. */
export async function storedRows(memberId: number): Promise<unknown[]> {
  const record = await backUp(memberId);
  const value = record && ledgerCipher().open(record.payload, keyOf(memberId));
  return (value as { purchases: unknown[] } | undefined)?.purchases ?? [];
}

/** The content of a member's stored record. */
type RecordValue = Record<string, unknown> & { purchases: unknown[] };

/** Changes a member's stored record without the site's own write, which prunes it. */
export async function changeRecord(
  memberId: number,
  change: (value: RecordValue) => RecordValue,
): Promise<void> {
  const record = await backUp(memberId);
  if (!record) throw new Error("the member has no record of purchases");
  const key = keyOf(memberId);
  const payload = ledgerCipher().seal(change(ledgerCipher().open(record.payload, key) as RecordValue), key);
  await sessionStore().replace(key, record.version, { payload, expiresAt: record.expiresAt });
}

/** Appends a row to a member's record, as a newer build would write it. */
export async function addRow(memberId: number, row: unknown): Promise<void> {
  await changeRecord(memberId, (value) => ({ ...value, purchases: [...value.purchases, row] }));
}

/** Restores an older record, as from a backup. */
export async function restore(memberId: number, record: StoredRecord | undefined): Promise<void> {
  await loseLedger(memberId);
  if (!record) return;
  const { payload, expiresAt } = record;
  await sessionStore().create(keyOf(memberId), { payload, expiresAt });
}

/** Gives the process other secrets, as a restart does. */
export async function restartWith(secrets: { session: string[]; ledger?: string[] }): Promise<void> {
  // A process finishes its background work before it stops. A write after the change of secrets would belong to the old
  // process.
  await drainBackground(10_000);
  Object.assign(env(), { sessionSecrets: secrets.session, ledgerSecrets: secrets.ledger ?? [] });
  for (const feature of Object.values(features)) feature.has = undefined;
}
