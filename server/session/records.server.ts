import { isDeepStrictEqual } from "node:util";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { requestScope } from "#server/runtime/request-scope.server";
import { addressHash, keyOf, newSessionId, ownerOf, recordCipher } from "#server/store/encryption.server";
import { holdsOnly, type SessionData } from "./session-data";
import { fromRecord, ownForm, type RecordContent, toRecord } from "./session-records";
import type { StoredRecord } from "#server/store/store";
import { sessionStore } from "#server/store/stores.server";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Lifetime after the last use. */
const MEMBER_LIFE_MS = 14 * 24 * HOUR_MS;
/** Maximum lifetime of a member's session, however often it is used (NIST SP 800-63B: at least monthly). */
const MEMBER_WHOLE_LIFE_MS = 30 * 24 * HOUR_MS;
/** Lifetime of a guest's record with work in it: a sign-up, files, a text. */
const WORK_LIFE_MS = 24 * HOUR_MS;
/** Lifetime of a guest's record without work: messages, a wallet's text to sign. */
const GUEST_LIFE_MS = 30 * MINUTE_MS;
/** Precision of `lastUsed`. */
const LAST_USED_MS = 10 * MINUTE_MS;

export interface SessionRecord extends RecordContent {
  readonly key: string;
  readonly version: number;
  readonly expiresAt: number;
}

/** unreadable: no secret decrypts the record, or it is invalid; newer: only a newer release can use it. */
type Unusable = "unreadable" | "newer";

/** Fields that a guest needs only for a short time. */
const passing = ["flash", "recovery", "reset", "resetDone", "walletMessage", "suspension"] as const;

function lifeOf({ data, form }: RecordContent): number {
  if (data.tokens || data.ended) return MEMBER_LIFE_MS;
  return holdsOnly({ ...form.unread, ...data }, passing) ? GUEST_LIFE_MS : WORK_LIFE_MS;
}

/** Expiry of a session that is used now, in ms since 1970. */
function endOf(content: RecordContent, now: number): number {
  const { data } = content;
  const end = now + lifeOf(content);
  return data.tokens && data.signedIn ? Math.min(end, data.signedIn.at + MEMBER_WHOLE_LIFE_MS) : end;
}

/** @returns undefined when the session does not exist or has expired */
export async function openRecord(key: string): Promise<SessionRecord | Unusable | undefined> {
  const stored = await sessionStore().get(key);
  return stored && opened(key, stored);
}

/** @returns undefined also when the record cannot be used */
export async function readRecord(key: string): Promise<SessionRecord | undefined> {
  const record = await openRecord(key);
  return typeof record === "string" ? undefined : record;
}

/** @param owner from `ownerOf` */
export async function recordsOf(owner: string): Promise<SessionRecord[]> {
  const stored = await sessionStore().listOf(owner);
  return stored.map((record) => opened(record.key, record)).filter((record) => typeof record !== "string");
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

/** Stores a new session; undefined when one with this id exists already. */
export async function createRecord(
  data: SessionData,
  id = newSessionId(),
  form = ownForm,
): Promise<{ id: string; record: SessionRecord } | undefined> {
  const key = keyOf(id);
  const content = { data, form };
  const expiresAt = endOf(content, clock.now());
  // Without an address (`remix-serve`) only the limit for all guests applies.
  const guest = data.tokens ? undefined : addressHash(requestScope()?.visitor ?? id);
  const created = await sessionStore().create(key, { ...sealed(key, content, expiresAt), guest });
  return created ? { id, record: { key, version: 1, expiresAt, ...content } } : undefined;
}

/**
 * Changes a session by compare and set. The expiry changes only if the new data has another lifetime.
 *
 * @param change edits the draft in place, or returns the data that replaces it; called again after a conflict
 * @returns the current record; undefined when it is gone (signed out, expired) and nothing was written
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
    // Data that replaces the session drops the fields that this release cannot read.
    const content: RecordContent = { data, form: data === draft ? record.form : ownForm };
    const staysAsLong = lifeOf(content) === lifeOf(record);
    const end: number = staysAsLong ? record.expiresAt : endOf(content, clock.now());
    const written = await writeRecord(record, content, end);
    if (written) return written;
    record = await readRecord(record.key);
  }
  return undefined;
}

/** Extends the lifetime after a fourteenth of it (daily for members), and updates `lastUsed`; undefined if not due. */
export async function touchRecord(record: SessionRecord): Promise<SessionRecord | undefined> {
  const { data, form } = record;
  const now = clock.now();
  const end = endOf(record, now);
  const isDue = end - record.expiresAt >= lifeOf(record) / 14;
  const isNews = data.signedIn !== undefined && now - data.signedIn.lastUsed >= LAST_USED_MS;
  // A session that was ended from another device keeps its expiry.
  if (Object.keys(data).length === 0 || data.ended || (!isDue && !isNews)) return undefined;
  const noted = data.signedIn ? { ...data, signedIn: { ...data.signedIn, lastUsed: now } } : data;
  return writeRecord(record, { data: noted, form }, isDue ? end : record.expiresAt);
}

async function writeRecord(
  { key, version }: SessionRecord,
  content: RecordContent,
  expiresAt: number,
): Promise<SessionRecord | undefined> {
  const written = await sessionStore().replace(key, version, sealed(key, content, expiresAt));
  return written ? { key, version: version + 1, expiresAt, ...content } : undefined;
}

function sealed(key: string, content: RecordContent, expiresAt: number) {
  const { user, tokens } = content.data;
  const payload = recordCipher().seal(toRecord(content), key);
  return { payload, owner: user && tokens ? ownerOf(user.id) : undefined, expiresAt };
}
