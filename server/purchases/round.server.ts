/** The background reconciliation: looks after the watched members, and removes what is due by the clock. */

import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { syncBook } from "./book.server";
import { LedgerUnreadable, readLedger } from "./ledger.server";
import { settleDue } from "./reconcile.server";
import { sweepLedgers } from "./sweep.server";
import { timing } from "./timing.server";
import {
  changePart,
  nextLook,
  nextRefundLook,
  PARTS,
  readPart,
  tokensFor,
  type Watched,
} from "./watch.server";

/** @returns the entry for the next look; undefined when nothing is left to do, or the member has no session */
async function lookAfter(entry: Watched[number]): Promise<Watched[number] | undefined> {
  const { owner } = entry;
  const found = await tokensFor(entry);
  if (!found) return undefined;
  const { tokens, session } = found;
  const buyer = { owner, tokens, orderTokens: () => tokens.forOrders() };
  await settleDue(buyer);
  const ledger = await readLedger(owner);
  const now = clock.now();
  const refundLook = nextRefundLook(ledger, now);
  const isRead = refundLook !== undefined && refundLook <= now && (await syncBook(buyer, ledger));
  const next = nextLook(isRead ? await readLedger(owner) : ledger, now);
  if (next === undefined) return undefined;
  // A list that cannot be read, or that the API does not have, is asked for less often.
  const isRefundOnly = !isRead && refundLook !== undefined && next === Math.max(now, refundLook);
  return { owner, session, at: isRefundOnly ? now + RETRY_MS : next };
}

const RETRY_MS = 10 * 60_000;

/** Reconciles all members that are due. Stops when the store is down; the next run starts over. */
export async function reconcileDue(): Promise<void> {
  for (let part = 0; part < PARTS; part += 1) {
    const { watched } = await readPart(part);
    for (const entry of watched.filter(({ at }) => at <= clock.now())) {
      const next = await lookAfter(entry).catch((error: unknown) => {
        if (isStoreUnavailable(error)) throw error;
        // Stop watching: only the member can rebuild the ledger (book.server.ts).
        if (error instanceof LedgerUnreadable) return undefined;
        const reason = String(error);
        log.warn({ reason }, "a member's purchases could not be looked after in the background");
        return { ...entry, at: clock.now() + timing.round };
      });
      await changePart(part, (now) =>
        now.flatMap((each) => {
          // Another request has changed the entry meanwhile.
          if (each.owner !== entry.owner || each.session !== entry.session || each.at !== entry.at)
            return [each];
          return next ? [next] : [];
        }),
      );
    }
  }
}

function run(what: string, work: () => Promise<void>): () => void {
  let isUnderWay = false;
  return () => {
    if (isUnderWay) return;
    isUnderWay = true;
    work()
      .catch((error: unknown) => {
        if (!isStoreUnavailable(error)) log.error({ err: error }, `${what} failed`);
      })
      .finally(() => {
        isUnderWay = false;
      });
  };
}

const SWEEP_EVERY_MS = 10 * 60_000;

/** Starts the timers. The process calls it once; they do not keep it alive. */
export function startReconciler(): void {
  setInterval(run("a round through the purchases", reconcileDue), timing.round).unref();
  clock.every(SWEEP_EVERY_MS, run("a sweep of the purchases", sweepLedgers));
}
