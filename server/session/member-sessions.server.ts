import { createHash } from "node:crypto";
import { log } from "#server/observe/log.server";
import { countLimited } from "#server/observe/metrics.server";
import { changeRecord, recordsOf, type SessionRecord } from "./records.server";
import { newMessageId } from "#server/store/encryption.server";
import { endedData, type EndReason } from "./session-data";
import { reasonOf } from "#server/store/store";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { sessionStore } from "#server/store/stores.server";

/** Limit of sessions per member; beyond it the least recently used one ends. */
const MOST_SESSIONS = 100;

/** Identifies a session on the member's pages. A key has 256 random bits, so the hash cannot be reversed. */
const markOf = (key: string) =>
  createHash("sha256").update(`session mark ${key}`).digest("base64url").slice(0, 22);

const lastUsed = ({ data }: SessionRecord) => data.signedIn?.lastUsed ?? 0;

/** Lists the sessions of a member, the requesting one first, the others by last use. */
export async function listSessions(owner: string, thisKey: string) {
  return (await recordsOf(owner))
    .sort((one, other) => lastUsed(other) - lastUsed(one))
    .flatMap(({ key, data: { signedIn } }) =>
      signedIn ? [{ mark: markOf(key), signedIn, isThis: key === thisKey }] : [],
    )
    .sort((one, other) => Number(other.isThis) - Number(one.isThis));
}

/**
 * Ends one session of a member, never the requesting one. Another member's mark matches nothing.
 *
 * @returns false when there is no such session (any more)
 */
export async function endSession(owner: string, mark: string, thisKey?: string): Promise<boolean> {
  const record = (await recordsOf(owner)).find(({ key }) => key !== thisKey && markOf(key) === mark);
  return record !== undefined && end(record, "elsewhere");
}

/** Ends all sessions of a member but one, and returns their number. The next page of each shows the reason. */
export async function endSessionsBut(
  owner: string,
  key: string | undefined,
  reason: EndReason,
): Promise<number> {
  const others = (await recordsOf(owner)).filter((record) => record.key !== key);
  const ended = await Promise.all(others.map((record) => end(record, reason)));
  // Destroys the rest: unreadable records, and sessions created meanwhile.
  const destroyed = await sessionStore().destroyAllOf(owner, key);
  return ended.filter(Boolean).length + destroyed;
}

/** Ends the sessions beyond the limit, but never the new one. A store outage is only logged. */
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

/** Ends the old record of a session that was given a new id. It shows the reason to a request with the old cookie. */
export async function leaveBehind({ data, ...record }: SessionRecord, reason: EndReason): Promise<void> {
  // The form drafts and their pictures moved to the new record.
  const { kept: _, attachments: __, ...rest } = data;
  await end({ ...record, data: rest }, reason === "elsewhere" ? "renewed" : reason);
}

/** @returns whether this call ended the session */
async function end(record: SessionRecord, reason: EndReason): Promise<boolean> {
  let wasSignedIn = false;
  const after = await changeRecord(record, (draft) => {
    wasSignedIn = draft.tokens !== undefined;
    return wasSignedIn ? endedData(draft, newMessageId(), reason) : draft;
  });
  return wasSignedIn && after !== undefined;
}
