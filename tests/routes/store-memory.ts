import { env } from "#server/config/env.server";
import { drainBackground } from "#server/purchases/background-task.server";
import { ledgerCipher, ownerOf } from "#server/store/encryption.server";
import type { StoredRecord } from "#server/store/store";
import { sessionStore } from "#server/store/stores.server";
import { features } from "#server/purchases/features.server";

const keyOf = (memberId: number) => `purchases:${ownerOf(memberId)}`;

/** The record of a member's purchases is gone: the store was emptied, or lost its last writes. */
export async function loseLedger(memberId: number): Promise<void> {
  await sessionStore().destroy(keyOf(memberId));
}

/** What a backup of the store keeps of a member's purchases; undefined when there was no record yet. */
export function backUp(memberId: number): Promise<StoredRecord | undefined> {
  return sessionStore().get(keyOf(memberId));
}

/** The record that was put aside at this moment (ms since 1970), because no secret opened it. */
export function aside(memberId: number, at: number): Promise<StoredRecord | undefined> {
  return sessionStore().get(`${keyOf(memberId)}:unreadable:${at}`);
}

/** The rows of a member's record as they are stored, also those that this build cannot read. */
export async function storedRows(memberId: number): Promise<unknown[]> {
  const record = await backUp(memberId);
  const value = record && ledgerCipher().open(record.payload, keyOf(memberId));
  return (value as { purchases: unknown[] } | undefined)?.purchases ?? [];
}

/** Adds a row to a member's record, as a newer build writes it. */
export async function addRow(memberId: number, row: unknown): Promise<void> {
  const record = await backUp(memberId);
  if (!record) throw new Error("the member has no record of purchases");
  const key = keyOf(memberId);
  const value = ledgerCipher().open(record.payload, key) as { purchases: unknown[] };
  const payload = ledgerCipher().seal({ ...value, purchases: [...value.purchases, row] }, key);
  await sessionStore().replace(key, record.version, { payload, expiresAt: record.expiresAt });
}

/** Puts an older record back, as a restored backup does. */
export async function restore(memberId: number, record: StoredRecord | undefined): Promise<void> {
  await loseLedger(memberId);
  if (!record) return;
  const { payload, expiresAt } = record;
  await sessionStore().create(keyOf(memberId), { payload, expiresAt });
}

/** Drops what the process keeps of its secrets, as a restart with other ones does. */
export async function restartWith(secrets: { session: string[]; ledger?: string[] }): Promise<void> {
  // A process ends its background work before it stops; a write after the change of secrets would be one by the old.
  await drainBackground(10_000);
  Object.assign(env(), { sessionSecrets: secrets.session, ledgerSecrets: secrets.ledger ?? [] });
  const holder = globalThis as unknown as Record<symbol, unknown>;
  for (const name of ["sealer", "ledger-sealer"]) holder[Symbol.for(`soria.${name}`)] = undefined;
  for (const feature of Object.values(features)) feature.forget();
}
