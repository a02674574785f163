import { createHash } from "node:crypto";
import { z } from "zod";
import { callApi } from "#server/api/api.server";
import { ApiError } from "#server/errors/api-error";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { singleton } from "#server/runtime/singleton";
import { within } from "#server/runtime/within";
import type { Session } from "#server/session/session.server";
import { TokensOfRecord } from "#server/session/token-sources.server";
import { recordCipher } from "#server/store/encryption.server";
import { sessionStore } from "#server/store/stores.server";
import { runInBackground } from "./background-task.server";
import { BOOK_AGE_MS, isBookDue, syncBook } from "./book.server";
import {
  type Buyer,
  buyerOf,
  LedgerUnreadable,
  ownerOfSession,
  readLedger,
  readPurchases,
  writeVersion,
} from "./ledger.server";
import { isDue, isWatched, type Purchase } from "./purchase.server";
import { settle } from "./settle.server";
import { timing } from "./timing.server";

/** Maximum of purchases to settle per run and member. */
const MOST_AT_ONCE = 5;

/** Logs a failure; the next request that reads the purchase retries. The session store logs its own outage. */
function logFailure(error: unknown): undefined {
  if (!isStoreUnavailable(error)) log.error({ err: error }, "purchases could not be looked after");
  return undefined;
}

/** Settles the member's purchases that are due, or with `isNow` all in doubt. @returns how many changed state */
export async function settleDue(buyer: Buyer, isNow = false): Promise<number> {
  const at = isNow ? Infinity : clock.now();
  const due = (await readPurchases(buyer.owner)).filter((each) => isDue(each, at));
  let moved = 0;
  for (const { key, state } of due.slice(0, MOST_AT_ONCE)) {
    const settled = await settle(buyer, key);
    if (settled && settled.purchase.state !== state) moved += 1;
  }
  return moved;
}

/**
 * Reconciles a member's purchases during a page request, in the background: reads the API's list if the last read is
 * older than `bookAgeMs`, and settles purchases in doubt that are due, or with `isNow` all. The page waits for
 * `waitMs`; the work continues after it. @returns all purchases as they are then, oldest first
 */
export async function reconcile(
  session: Session,
  { waitMs = timing.pageWait, isNow = false, bookAgeMs = BOOK_AGE_MS } = {},
) {
  const buyer = buyerOf(session);
  const ledger = await readLedger(buyer.owner);
  const isDueNow = ledger.purchases.some((each) => isDue(each, isNow ? Infinity : clock.now()));
  const isBookOld = isBookDue(buyer.owner, ledger, bookAgeMs);
  if (!isDueNow && !isBookOld) return ledger.purchases;
  const work = runInBackground(async () => {
    if (isBookOld) await syncBook(buyer, ledger);
    if ((await settleDue(buyer, isNow)) > 0) await refreshBalances(session);
  });
  await within(waitMs, work.catch(logFailure), () => undefined);
  return readPurchases(buyer.owner);
}

const reconciled = new WeakMap<Session, Promise<Purchase[]>>();

/** Runs `reconcile` once per request, which has its own session object, for loaders that run in parallel. */
export function reconcileOnce(session: Session) {
  const running = reconciled.get(session) ?? reconcile(session);
  reconciled.set(session, running);
  return running;
}

/**
 * Settles one purchase for its own page, or reads a captured one again, for which the page waits shorter.
 * @returns undefined when it takes longer than three attempts, or fails
 */
export async function settleFor(session: Session, { key, state }: Purchase) {
  const work = runInBackground(async () => {
    const settled = await settle(buyerOf(session), key);
    if (settled && settled.purchase.state !== state) await refreshBalances(session);
    return settled;
  });
  const isGiven = state === "captured" || state === "refunded";
  const waitMs = isGiven ? timing.pageWait : timing.purchaseWait;
  return within(waitMs, work.catch(logFailure), () => undefined);
}

/** Reads the member's balances again. A failure is only logged: the session keeps the old figures. */
export async function refreshBalances(session: Session): Promise<void> {
  try {
    const { pointAmount, soriaAmount, soriaPlusAmount } = await callApi("profile", { tokens: session });
    await session.setUser({ pointAmount, soriaAmount, soriaPlusAmount });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.warn({ call: error.call, kind: error.kind }, "balances could not be read again after a purchase");
  }
}

/** Members with unsettled purchases, and the sessions whose tokens are used. In the store, for all processes. */
const watchedSchema = z.array(z.object({ owner: z.string(), session: z.string(), at: z.number() }));
type Watched = z.infer<typeof watchedSchema>;

/** Number of store records; a hash of the owner selects one. */
const PARTS = 16;
/** Beyond it the oldest member of a record is dropped, who is reconciled by their own page loads only. */
const MOST_IN_PART = 500;
const LIFE_MS = 30 * 24 * 60 * 60_000;
/** First run after 15 s: until then the member's own page loads reconcile. */
const FIRST_ROUND_MS = 15_000;

const partOf = (owner: string) => (createHash("sha256").update(owner).digest()[0] ?? 0) % PARTS;
const keyOf = (part: number) => `purchases-watched:${part}`;

async function readPart(part: number): Promise<{ version: number; watched: Watched }> {
  const record = await sessionStore().get(keyOf(part));
  if (!record) return { version: 0, watched: [] };
  const parsed = watchedSchema.safeParse(recordCipher().open(record.payload, keyOf(part)));
  return { version: record.version, watched: parsed.success ? parsed.data : [] };
}

async function changePart(part: number, edit: (watched: Watched) => Watched): Promise<void> {
  for (;;) {
    const { version, watched } = await readPart(part);
    const key = keyOf(part);
    const content = {
      payload: recordCipher().seal(edit(watched).slice(-MOST_IN_PART), key),
      expiresAt: clock.now() + LIFE_MS,
    };
    if (await writeVersion(key, version, content)) return;
  }
}

/** Adds the member to the background reconciliation. */
export async function watchMember(session: Session): Promise<void> {
  const { key } = session;
  if (key === undefined || !session.user) return;
  const owner = ownerOfSession(session);
  const entry = { owner, session: key, at: clock.now() + FIRST_ROUND_MS };
  await changePart(partOf(owner), (watched) => [...watched.filter((each) => each.owner !== owner), entry]);
}

/** @returns the next run, in ms since 1970; undefined when nothing is left to do, or the session cannot be read */
async function reconcileMember({ owner, session }: Watched[number]): Promise<number | undefined> {
  const tokens = await TokensOfRecord.of(session);
  if (!tokens) return undefined;
  await settleDue({ owner, tokens, orderTokens: () => tokens.forOrders() });
  const left = (await readPurchases(owner)).filter((each) => isWatched(each, clock.now()));
  return left.length === 0 ? undefined : Math.max(clock.now(), Math.min(...left.map(({ lookAt }) => lookAt)));
}

/** Reconciles all members that are due. Stops when the store is down; the next run starts over. */
export async function reconcileDue(): Promise<void> {
  for (let part = 0; part < PARTS; part += 1) {
    const { watched } = await readPart(part);
    for (const entry of watched.filter(({ at }) => at <= clock.now())) {
      const at = await reconcileMember(entry).catch((error: unknown) => {
        if (isStoreUnavailable(error)) throw error;
        // Stop watching: only the member can rebuild the ledger (book.server.ts).
        if (error instanceof LedgerUnreadable) return undefined;
        const reason = String(error);
        log.warn({ reason }, "a member's purchases could not be looked after in the background");
        return clock.now() + timing.round;
      });
      await changePart(part, (now) =>
        now.flatMap((each) => {
          if (each.owner !== entry.owner || each.session !== entry.session) return [each];
          return at === undefined ? [] : [{ ...each, at }];
        }),
      );
    }
  }
}

/** Starts the reconciliation timer, once per process. It does not keep the process alive. */
export function startReconciler(): void {
  singleton("purchases-reconciler", () => {
    let isUnderWay = false;
    return setInterval(() => {
      if (isUnderWay) return;
      isUnderWay = true;
      reconcileDue()
        .catch((error: unknown) => {
          if (!isStoreUnavailable(error)) log.error({ err: error }, "a round through the purchases failed");
        })
        .finally(() => {
          isUnderWay = false;
        });
    }, timing.round).unref();
  });
}
