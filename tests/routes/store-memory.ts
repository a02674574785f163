import { env } from "#server/env.server";
import { ownerOf } from "#server/session/sealing.server";
import type { StoredRecord } from "#server/session/store";
import { sessionStore } from "#server/session/stores.server";
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

/** Puts an older record back, as a restored backup does. */
export async function restore(memberId: number, record: StoredRecord | undefined): Promise<void> {
  await loseLedger(memberId);
  if (!record) return;
  const { payload, expiresAt } = record;
  await sessionStore().create(keyOf(memberId), { payload, expiresAt });
}

/** Drops what the process keeps of its secrets, as a restart with other ones does. */
export function restartWith(secrets: { session: string[]; ledger?: string[] }): void {
  Object.assign(env(), { sessionSecrets: secrets.session, ledgerSecrets: secrets.ledger ?? [] });
  const holder = globalThis as unknown as Record<symbol, unknown>;
  for (const name of ["sealer", "ledger-sealer"]) holder[Symbol.for(`soria.${name}`)] = undefined;
  for (const feature of Object.values(features)) feature.forget();
}
