import { isDeepStrictEqual } from "node:util";
import { log } from "#server/observe/log.server";
import { keyOf, newSessionId, ownerOf, sealer } from "./sealing.server";
import type { SessionData } from "./session-data";
import { sessionStore } from "./stores.server";

const HOUR_MS = 3_600_000;
/** How long a session outlives its last use. */
const MEMBER_LIFE_MS = 14 * 24 * HOUR_MS;
const VISITOR_LIFE_MS = 24 * HOUR_MS;

/** A session record, decrypted, as it was at one moment. */
export interface SessionRecord {
  readonly key: string;
  readonly version: number;
  readonly expiresAt: number;
  readonly data: SessionData;
}

/** Milliseconds that a session with this data outlives its last use. */
export function lifeOf(data: SessionData): number {
  return data.tokens ? MEMBER_LIFE_MS : VISITOR_LIFE_MS;
}

/**
 * @returns undefined when there is none, it has expired, or no configured secret opens it
 * @throws StoreUnavailable
 */
export async function readRecord(key: string): Promise<SessionRecord | undefined> {
  const stored = await sessionStore().get(key);
  if (!stored) return undefined;
  const data = sealer().open(stored.payload, key);
  if (typeof data !== "object" || data === null) {
    log.warn("a session record could not be decrypted with any SESSION_SECRET; it is taken as none");
    return undefined;
  }
  return { key, version: stored.version, expiresAt: stored.expiresAt, data };
}

/** Keeps a new session. @throws StoreUnavailable */
export async function createRecord(data: SessionData): Promise<{ id: string; record: SessionRecord }> {
  const id = newSessionId();
  const key = keyOf(id);
  const content = contentOf(key, data);
  const created = await sessionStore().create(key, content);
  if (!created) throw new Error("A new session id was taken: the source of random numbers is broken");
  return { id, record: { key, version: 1, expiresAt: content.expiresAt, data } };
}

/**
 * Changes a session by compare and set; `change` is called again when another request was faster, each time with
 * the newest data.
 *
 * @param change edits the draft in place, or returns what is to stand in its place
 * @returns the record as it is now; undefined when it is gone (signed out, expired): nothing was written then
 * @throws StoreUnavailable
 */
export async function changeRecord(
  from: SessionRecord,
  change: (draft: SessionData) => SessionData | void,
): Promise<SessionRecord | undefined> {
  let record: SessionRecord | undefined = from;
  while (record) {
    const draft = structuredClone(record.data);
    const data = change(draft) ?? draft;
    if (isDeepStrictEqual(data, record.data)) return record;
    const written = await writeRecord(record, data);
    if (written) return written;
    record = await readRecord(record.key);
  }
  return undefined;
}

/**
 * Lets the session's life begin anew, when a good part of it is over: once a day for members, about every two
 * hours for others. A record without content is left to expire.
 *
 * @returns the record with its new end, or undefined when nothing was done
 * @throws StoreUnavailable
 */
export async function touchRecord(record: SessionRecord): Promise<SessionRecord | undefined> {
  const life = lifeOf(record.data);
  const used = life - (record.expiresAt - Date.now());
  if (used < life / 14 || Object.keys(record.data).length === 0) return undefined;
  return writeRecord(record, record.data);
}

async function writeRecord(record: SessionRecord, data: SessionData): Promise<SessionRecord | undefined> {
  const content = contentOf(record.key, data);
  const written = await sessionStore().replace(record.key, record.version, content);
  if (!written) return undefined;
  return { key: record.key, version: record.version + 1, expiresAt: content.expiresAt, data };
}

function contentOf(key: string, data: SessionData) {
  return {
    payload: sealer().seal(data, key),
    owner: data.user && data.tokens ? ownerOf(data.user.id) : undefined,
    expiresAt: Date.now() + lifeOf(data),
  };
}
