import { createHash } from "node:crypto";
import { z } from "zod";
import { log } from "#server/observe/log.server";
import { singleton } from "#server/runtime/singleton";
import * as clock from "#server/runtime/clock.server";
import { TokensOfRecord } from "#server/session/record-tokens.server";
import { recordCipher } from "#server/store/encryption.server";
import type { Session } from "#server/session/session.server";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { sessionStore } from "#server/store/stores.server";
import { LedgerUnreadable, ownerOfSession, readPurchases } from "./ledger.server";
import { isWatched } from "./purchase.server";
import { settleDue } from "./reconcile.server";
import { timing } from "./timing.server";

/**
 * Members of whose purchases something is not known, and the session whose tokens may ask: kept in the store, in a few
 * records, so that any process of the site can go on where another has ended.
 */
const watchedSchema = z.array(z.object({ owner: z.string(), session: z.string(), at: z.number() }));
type Watched = z.infer<typeof watchedSchema>;

const PARTS = 16;
/** More in one part is a flood; who is left out is looked after when they open a page or sign in. */
const MOST_IN_PART = 500;
const LIFE_MS = 30 * 24 * 60 * 60_000;
/** The member is at it at first: the pages look by themselves. */
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
    const written =
      version === 0
        ? await sessionStore().create(key, content)
        : await sessionStore().replace(key, version, content);
    if (written) return;
  }
}

/** Something of this member's purchases is not known: the background looks after it from now on. */
export async function watchMember(session: Session): Promise<void> {
  const { key } = session;
  if (key === undefined || !session.user) return;
  const owner = ownerOfSession(session);
  const entry = { owner, session: key, at: clock.now() + FIRST_ROUND_MS };
  await change(partOf(owner), (watched) => [...watched.filter((each) => each.owner !== owner), entry]);
}

/** Looks after one member; their next turn, or undefined when nothing is left to do, or nobody to do it for. */
async function reconcileMember({ owner, session }: Watched[number]): Promise<number | undefined> {
  const tokens = await TokensOfRecord.of(session);
  if (!tokens) return undefined;
  await settleDue({ owner, tokens, orderTokens: () => tokens.forOrders() });
  const left = (await readPurchases(owner)).filter((each) => isWatched(each, clock.now()));
  return left.length === 0 ? undefined : Math.max(clock.now(), Math.min(...left.map(({ lookAt }) => lookAt)));
}

/** One round through all that are due. A store that is down ends it; the next round begins anew. */
export async function reconcileDue(): Promise<void> {
  for (let part = 0; part < PARTS; part += 1) {
    const { watched } = await read(part);
    for (const entry of watched.filter(({ at }) => at <= clock.now())) {
      const at = await reconcileMember(entry).catch((error: unknown) => {
        if (isStoreUnavailable(error)) throw error;
        // Nothing can be looked after until the member has it rebuilt.
        if (error instanceof LedgerUnreadable) return undefined;
        log.warn(
          { reason: String(error) },
          "a member's purchases could not be looked after in the background",
        );
        return clock.now() + timing.round;
      });
      await change(part, (now) =>
        now.flatMap((each) => {
          const isIt = each.owner === entry.owner && each.session === entry.session;
          if (!isIt) return [each];
          return at === undefined ? [] : [{ ...each, at }];
        }),
      );
    }
  }
}

/** Starts the rounds of this process, once. They do not keep it alive. */
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
