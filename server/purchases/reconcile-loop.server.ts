import { createHash } from "node:crypto";
import { z } from "zod";
import { log } from "#server/observe/log.server";
import { singleton } from "#server/runtime/singleton";
import * as clock from "#server/runtime/clock.server";
import { TokensOfRecord } from "#server/session/token-sources.server";
import { recordCipher } from "#server/store/encryption.server";
import type { Session } from "#server/session/session.server";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { sessionStore } from "#server/store/stores.server";
import { LedgerUnreadable, ownerOfSession, readPurchases, writeVersion } from "./ledger.server";
import { isWatched } from "./purchase.server";
import { settleDue } from "./reconcile.server";
import { timing } from "./timing.server";

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

async function read(part: number): Promise<{ version: number; watched: Watched }> {
  const record = await sessionStore().get(keyOf(part));
  if (!record) return { version: 0, watched: [] };
  const parsed = watchedSchema.safeParse(recordCipher().open(record.payload, keyOf(part)));
  return { version: record.version, watched: parsed.success ? parsed.data : [] };
}

async function change(part: number, edit: (watched: Watched) => Watched): Promise<void> {
  for (;;) {
    const { version, watched } = await read(part);
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
  await change(partOf(owner), (watched) => [...watched.filter((each) => each.owner !== owner), entry]);
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
    const { watched } = await read(part);
    for (const entry of watched.filter(({ at }) => at <= clock.now())) {
      const at = await reconcileMember(entry).catch((error: unknown) => {
        if (isStoreUnavailable(error)) throw error;
        // Stop watching: only the member can rebuild the ledger (book.server.ts).
        if (error instanceof LedgerUnreadable) return undefined;
        const reason = String(error);
        log.warn({ reason }, "a member's purchases could not be looked after in the background");
        return clock.now() + timing.round;
      });
      await change(part, (now) =>
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
