/** Members whose purchases are looked after in the background, and the sessions whose tokens are used for it. */

import { createHash } from "node:crypto";
import { z } from "zod";
import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";
import { TokensOfRecord } from "#server/session/token-sources.server";
import { recordCipher } from "#server/store/encryption.server";
import { sessionStore } from "#server/store/stores.server";
import { type Ledger, ownerOfSession, readLedger, writeVersion } from "./ledger.server";
import { isRefundable, isWatched } from "./purchase.server";

/** In the store, for all processes. `at`: the next look, in ms since 1970. */
const watchedSchema = z.array(z.object({ owner: z.string(), session: z.string(), at: z.number() }));
export type Watched = z.infer<typeof watchedSchema>;

/** Number of store records; a hash of the owner selects one. */
export const PARTS = 16;
/** Beyond it the one with the latest look is dropped, who is looked after by their own page loads. */
const MOST_IN_PART = 500;
const LIFE_MS = 30 * 24 * 60 * 60_000;
/** First look after 15 s: until then the member's own page loads reconcile. */
const FIRST_LOOK_MS = 15_000;

const partOf = (owner: string) => (createHash("sha256").update(owner).digest()[0] ?? 0) % PARTS;
const keyOf = (part: number) => `purchases-watched:${part}`;

export async function readPart(part: number): Promise<{ version: number; watched: Watched }> {
  const record = await sessionStore().get(keyOf(part));
  if (!record) return { version: 0, watched: [] };
  const parsed = watchedSchema.safeParse(recordCipher().open(record.payload, keyOf(part)));
  return { version: record.version, watched: parsed.success ? parsed.data : [] };
}

function mostUrgent(watched: Watched): Watched {
  const remaining = [...watched];
  while (remaining.length > MOST_IN_PART) {
    const latest = Math.max(...remaining.map(({ at }) => at));
    remaining.splice(
      remaining.findIndex(({ at }) => at === latest),
      1,
    );
  }
  return remaining;
}

export async function changePart(part: number, edit: (watched: Watched) => Watched): Promise<void> {
  for (;;) {
    const { version, watched } = await readPart(part);
    const key = keyOf(part);
    const payload = recordCipher().seal(mostUrgent(edit(watched)), key);
    if (await writeVersion(key, version, { payload, expiresAt: clock.now() + LIFE_MS })) return;
  }
}

const MINUTE_MS = 60_000;
/** Time between two looks for a refund: a tenth of the purchase's age, within these limits. */
const REFUND_LOOKS_MS = { least: 2 * MINUTE_MS, most: 6 * 60 * MINUTE_MS };

/** Returns when to look for refunds next, in ms since 1970; undefined when none is possible any more. */
export function nextRefundLook({ purchases, bookReadAt = 0 }: Ledger, now: number): number | undefined {
  const times = purchases
    .filter((each) => isRefundable(each, now))
    .map(({ taken, createdAt }) => {
      const wait = (now - (taken?.at ?? createdAt)) / 10;
      return bookReadAt + Math.min(Math.max(wait, REFUND_LOOKS_MS.least), REFUND_LOOKS_MS.most);
    });
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Returns when the member's purchases need a look next; undefined when nothing can change any more. */
export function nextLook(ledger: Ledger, now: number): number | undefined {
  const looks = ledger.purchases.filter((each) => isWatched(each, now)).map(({ lookAt }) => lookAt);
  const refund = nextRefundLook(ledger, now);
  const times = refund === undefined ? looks : [...looks, refund];
  return times.length === 0 ? undefined : Math.max(now, Math.min(...times));
}

/** Adds the member to the background's looks, with this session and from 15 s on: a purchase of theirs is in doubt. */
export async function watchMember(session: Session): Promise<void> {
  const { key } = session;
  if (key === undefined || !session.user) return;
  const owner = ownerOfSession(session);
  const entry = { owner, session: key, at: clock.now() + FIRST_LOOK_MS };
  await changePart(partOf(owner), (watched) => [...watched.filter((each) => each.owner !== owner), entry]);
}

/** Adds the member if something of theirs can still change and nobody looks after it: after a sign-in, or a loss. */
export async function keepWatched(session: Session): Promise<void> {
  const { key } = session;
  if (key === undefined || !session.user) return;
  const owner = ownerOfSession(session);
  const now = clock.now();
  const next = nextLook(await readLedger(owner), now);
  if (next === undefined) return;
  const part = partOf(owner);
  if ((await readPart(part)).watched.some((each) => each.owner === owner)) return;
  const entry = { owner, session: key, at: Math.max(next, now + FIRST_LOOK_MS) };
  await changePart(part, (watched) =>
    watched.some((each) => each.owner === owner) ? watched : [...watched, entry],
  );
}

/** Returns tokens of the watched session, or of another one of the member, if that has ended; and its key. */
export async function tokensFor({ owner, session }: Watched[number]) {
  const own = await TokensOfRecord.of(session);
  if (own) return { tokens: own, session };
  for (const { key } of await sessionStore().listOf(owner)) {
    const tokens = await TokensOfRecord.of(key);
    if (tokens) return { tokens, session: key };
  }
  return undefined;
}
