import { isDeepStrictEqual } from "node:util";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { keyOf, newSessionId, ownerOf, recordCipher } from "#server/store/encryption.server";
import { holdsOnly, type SessionData } from "./session-data";
import { fromRecord, ownForm, type RecordForm, toRecord } from "./session-records";
import type { StoredRecord } from "#server/store/store";
import { sessionStore } from "#server/store/stores.server";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long a session outlives its last use. */
const MEMBER_LIFE_MS = 14 * 24 * HOUR_MS;
/** A member signs in anew after this long at the latest, however often they come (NIST SP 800-63B: at least monthly). */
const MEMBER_WHOLE_LIFE_MS = 30 * 24 * HOUR_MS;
/** A guest's record that holds work: a sign-up, files, a text. */
const WORK_LIFE_MS = 24 * HOUR_MS;
/** One that holds none: messages, a wallet's text to sign. */
const GUEST_LIFE_MS = 30 * MINUTE_MS;
/** When a member's session was last used is known to so much. */
const LAST_USED_MS = 10 * MINUTE_MS;

/** A session record, decrypted, as it was at one moment. */
export interface SessionRecord {
  readonly key: string;
  readonly version: number;
  readonly expiresAt: number;
  readonly data: SessionData;
  readonly form: RecordForm;
}

/** What a session holds, and in which form. */
type Content = Pick<SessionRecord, "data" | "form">;

/** Why a record that is there cannot be used: no secret opens it, or only a newer release reads it. */
export type Unusable = "unreadable" | "newer";

/** What is of no use to a guest for long. */
const passing = ["flash", "reset", "resetDone", "walletMessage", "suspension"] as const;

/** Milliseconds that a session with this data outlives its last use. */
function lifeOf({ data, form }: Content): number {
  if (data.tokens || data.ended) return MEMBER_LIFE_MS;
  return holdsOnly({ ...form.unread, ...data }, passing) ? GUEST_LIFE_MS : WORK_LIFE_MS;
}

/** When a session ends that is used now. */
function endOf(content: Content, now: number): number {
  const { data } = content;
  const end = now + lifeOf(content);
  return data.tokens && data.signedIn ? Math.min(end, data.signedIn.at + MEMBER_WHOLE_LIFE_MS) : end;
}

/**
 * Reads a session.
 *
 * @returns undefined when there is none, or it has expired
 * @throws StoreUnavailable
 */
export async function openRecord(key: string): Promise<SessionRecord | Unusable | undefined> {
  const stored = await sessionStore().get(key);
  return stored && opened(key, stored);
}

/** @returns undefined when there is none that can be read. @throws StoreUnavailable */
export async function readRecord(key: string): Promise<SessionRecord | undefined> {
  const record = await openRecord(key);
  return typeof record === "string" ? undefined : record;
}

/**
 * The sessions of a member that are signed in.
 *
 * @param owner as `ownerOf` has it
 * @throws StoreUnavailable
 */
export async function recordsOf(owner: string): Promise<SessionRecord[]> {
  const stored = await sessionStore().listOf(owner);
  return stored.map(({ key, record }) => opened(key, record)).filter((record) => typeof record !== "string");
}

function opened(key: string, { payload, version, expiresAt }: StoredRecord): SessionRecord | Unusable {
  const value = recordCipher().open(payload, key);
  if (value === undefined) {
    log.warn("a session record could not be decrypted with any SESSION_SECRET; the session has ended");
    return "unreadable";
  }
  const content = fromRecord(value, clock.now());
  if (typeof content === "object") return { key, version, expiresAt, ...content };
  log.warn(
    content === "newer"
      ? "a session record needs a newer release; its visitor is a guest here, and the record stays"
      : "a session record is not what its form promises; the session has ended",
  );
  return content ?? "unreadable";
}

/**
 * Keeps a new session.
 *
 * @param id under which it is kept; a new one when left out
 * @param form of the record that it continues
 * @returns undefined when there is one by this id already
 * @throws StoreUnavailable
 */
export async function createRecord(
  data: SessionData,
  id = newSessionId(),
  form = ownForm,
): Promise<{ id: string; record: SessionRecord } | undefined> {
  const key = keyOf(id);
  const content = { data, form };
  const expiresAt = endOf(content, clock.now());
  const created = await sessionStore().create(key, sealed(key, content, expiresAt));
  return created ? { id, record: { key, version: 1, expiresAt, ...content } } : undefined;
}

/**
 * Changes a session by compare and set; `change` is called again when another request was faster, each time with
 * the newest data. Its end stays, unless what it holds now is to live longer or shorter.
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
    // What stands in place of a session has nothing of it that this release cannot read.
    const content: Content = { data, form: data === draft ? record.form : ownForm };
    const staysAsLong = lifeOf(content) === lifeOf(record);
    const end: number = staysAsLong ? record.expiresAt : endOf(content, clock.now());
    const written = await writeRecord(record, content, end);
    if (written) return written;
    record = await readRecord(record.key);
  }
  return undefined;
}

/**
 * Lets the session's life begin anew, when a good part of it is over: once a day for members, every few minutes for
 * guests. A record without content is left to expire. Of a member's session it also notes that it is in use.
 *
 * @returns the record as it is now, or undefined when nothing was done
 * @throws StoreUnavailable
 */
export async function touchRecord(record: SessionRecord): Promise<SessionRecord | undefined> {
  const { data, form } = record;
  const now = clock.now();
  const end = endOf(record, now);
  const isDue = end - record.expiresAt >= lifeOf(record) / 14;
  const isNews = data.signedIn !== undefined && now - data.signedIn.lastUsed >= LAST_USED_MS;
  // One that was ended from elsewhere waits as long as it would have lived, and no longer.
  if (Object.keys(data).length === 0 || data.ended || (!isDue && !isNews)) return undefined;
  const noted = data.signedIn ? { ...data, signedIn: { ...data.signedIn, lastUsed: now } } : data;
  return writeRecord(record, { data: noted, form }, isDue ? end : record.expiresAt);
}

async function writeRecord(
  record: SessionRecord,
  content: Content,
  expiresAt: number,
): Promise<SessionRecord | undefined> {
  const { key, version } = record;
  const written = await sessionStore().replace(key, version, sealed(key, content, expiresAt));
  return written ? { key, version: version + 1, expiresAt, ...content } : undefined;
}

function sealed(key: string, { data, form }: Content, expiresAt: number) {
  return {
    payload: recordCipher().seal(toRecord(data, form), key),
    owner: data.user && data.tokens ? ownerOf(data.user.id) : undefined,
    expiresAt,
  };
}
