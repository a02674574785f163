/** All sessions of one member: where they are signed in, and the end of one or of all others. */
import { createHash } from "node:crypto";
import { log } from "#server/observe/log.server";
import { countLimited } from "#server/observe/metrics.server";
import { changeRecord, recordsOf, type SessionRecord } from "./records.server";
import { newMessageId } from "#server/store/encryption.server";
import { endedData, type EndReason, type SignedIn } from "./session-data";
import { reasonOf } from "#server/store/store";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { sessionStore } from "#server/store/stores.server";

/** A member has no more sessions than these; past it the one that was not used for longest ends. */
const MOST_SESSIONS = 100;

/** One place where a member is signed in. */
export interface MemberSession {
  /** Names it to the member's own pages; leads neither to its key in the store nor to its cookie. */
  mark: string;
  signedIn: SignedIn;
  isThis: boolean;
}

/** A key has 256 random bits, so nobody comes back from this to it; the same with every SESSION_SECRET. */
function markOf(key: string): string {
  return createHash("sha256").update(`session mark ${key}`).digest("base64url").slice(0, 22);
}

const lastUsed = ({ data }: SessionRecord) => data.signedIn?.lastUsed ?? 0;

/**
 * @param owner as `ownerOf` has it
 * @param thisKey of the session that asks: it is the first, the others follow by their last use
 * @throws StoreUnavailable
 */
export async function listSessions(owner: string, thisKey: string): Promise<MemberSession[]> {
  const records = await recordsOf(owner);
  return records
    .sort((one, other) => lastUsed(other) - lastUsed(one))
    .flatMap(({ key, data: { signedIn } }) =>
      signedIn ? [{ mark: markOf(key), signedIn, isThis: key === thisKey }] : [],
    )
    .sort((one, other) => Number(other.isThis) - Number(one.isThis));
}

/**
 * Ends one of a member's sessions. Its refresh token was only ever in its record, and goes with it.
 *
 * @param mark as `listSessions` has it; another member's names nothing here
 * @param thisKey of the session that asks, which is signed out in another way
 * @returns false when there is none (any more)
 * @throws StoreUnavailable
 */
export async function endSession(owner: string, mark: string, thisKey?: string): Promise<boolean> {
  const others = (await recordsOf(owner)).filter(({ key }) => key !== thisKey);
  const record = others.find(({ key }) => markOf(key) === mark);
  return record !== undefined && end(record, "elsewhere");
}

/**
 * Ends all of a member's sessions but one; each tells why on its next page.
 *
 * @returns how many
 * @throws StoreUnavailable
 */
export async function endSessionsBut(
  owner: string,
  key: string | undefined,
  reason: EndReason,
): Promise<number> {
  const others = (await recordsOf(owner)).filter((record) => record.key !== key);
  const ended = await Promise.all(others.map((record) => end(record, reason)));
  // Whatever is left: what could not be read, or was begun while the others were ended.
  const destroyed = await sessionStore().destroyAllOf(owner, key);
  return ended.filter(Boolean).length + destroyed;
}

/** Ends what is more than a member may have, but never the session that was just begun; an outage is no reason to fail. */
export async function endBeyondMost(owner: string, newKey: string): Promise<void> {
  try {
    const others = (await recordsOf(owner)).filter(({ key }) => key !== newKey);
    others.sort((one, other) => lastUsed(other) - lastUsed(one));
    const tooMany = others.slice(MOST_SESSIONS - 1);
    if (tooMany.length > 0) countLimited("member-sessions");
    await Promise.all(tooMany.map((record) => end(record, "many")));
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    log.warn({ reason: reasonOf(error) }, "a member's sessions could not be counted");
  }
}

/**
 * Ends the record that a session had before it was given a new id: it says why to whoever still comes by its cookie.
 *
 * @param reason which the member's other sessions are told
 * @throws StoreUnavailable
 */
export async function leaveBehind({ data, ...record }: SessionRecord, reason: EndReason): Promise<void> {
  // What was typed has gone along.
  const { kept: _, ...rest } = data;
  await end({ ...record, data: rest }, reason === "elsewhere" ? "renewed" : reason);
}

/** @returns whether it was this that ended it */
async function end(record: SessionRecord, reason: EndReason): Promise<boolean> {
  let wasSignedIn = false;
  const after = await changeRecord(record, (draft) => {
    wasSignedIn = draft.tokens !== undefined;
    return wasSignedIn ? endedData(draft, newMessageId(), reason) : draft;
  });
  return wasSignedIn && after !== undefined;
}
