import { unfinishedFor } from "#server/purchases/create.server";
import { nextKey } from "#server/purchases/keys.server";
import { type KeyedLedger, ownerOfSession, readLedgerForKeys } from "#server/purchases/ledger.server";
import { isFromBalance } from "#server/purchases/purchase.server";
import type { Session } from "#server/session/session.server";
import type { StoreObject } from "#server/wire/store";

/**
 * Returns the idempotency key for an item's form: that of an unfinished purchase that cannot have been paid,
 * otherwise a new one.
 */
export async function keyForItem(session: Session, item: StoreObject, ledger?: KeyedLedger): Promise<string> {
  const owner = ownerOfSession(session);
  const known = ledger ?? (await readLedgerForKeys(owner));
  const kind = isFromBalance(item.payment_type) ? "balance" : "card";
  return unfinishedFor(known, item.id, kind)?.key ?? nextKey(owner, known, `item ${item.id}`);
}
