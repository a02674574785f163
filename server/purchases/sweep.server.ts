import { setImmediate as nextTurn } from "node:timers/promises";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { sessionStore } from "#server/store/stores.server";
import { isLedgerDue, limitUnreadable, sweepAside, tidyLedger } from "./ledger-life.server";
import { LEDGERS, LedgerUnreadable } from "./ledger.server";

/** How long a sweep of one process counts for the others, in ms. */
const PAUSE_MS = 30 * 60_000;
const DONE = "purchases-swept:at";

/**
 * Removes what is due from every ledger, also of members who never return (docs/purchases.md, "What is kept").
 * Several processes share the work of one: the one that is first.
 */
export async function sweepLedgers(): Promise<void> {
  const store = sessionStore();
  const isFirst = await store.create(DONE, { payload: new Uint8Array(), expiresAt: clock.now() + PAUSE_MS });
  if (!isFirst) return;
  let swept = 0;
  for await (const owners of store.keys(LEDGERS)) {
    for (const owner of owners) {
      if (await sweepOne(owner)) swept += 1;
      await nextTurn();
    }
  }
  if (swept > 0) log.info({ swept }, "records of purchases that were due for removal");
}

/** @param name the rest of the record's key: a hash of the owner, perhaps of a record that was put aside */
async function sweepOne(name: string): Promise<boolean> {
  if (name.includes(":")) return sweepAside(name);
  try {
    if (!(await isLedgerDue(name))) return false;
    await tidyLedger(name);
    return true;
  } catch (error) {
    if (isStoreUnavailable(error) || !(error instanceof LedgerUnreadable)) throw error;
    return limitUnreadable(name);
  }
}
