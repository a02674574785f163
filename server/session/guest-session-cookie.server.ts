import { env } from "#server/config/env.server";
import * as clock from "#server/runtime/clock.server";
import { guestCookieName, secureGuestCookieName } from "#server/protocol/cookie-name.server";
import { isSessionId, newSessionId, recordCipher } from "#server/store/encryption.server";
import { holdsOnly, type SessionData, sessionData } from "./session-data";
import { fromRecord, ownForm, type RecordForm, toRecord } from "./session-records";

const MINUTE_MS = 60_000;

/**
 * What is remembered of a guest who has done nothing yet but look: in their browser, sealed, and not in the store, so
 * that nobody can fill the store by asking for pages. With the first work (an e-mail that is verified, a file) a record
 * takes its place, under the id that waits here: two forms that are sent at once begin the same record.
 */
export interface GuestNote {
  /** The id of the session that this may become. */
  readonly id: string;
  readonly data: SessionData;
  readonly form: RecordForm;
}

/** So long a message waits for its page. */
const MESSAGE_LIFE_MS = 10 * MINUTE_MS;
/** As long as the token of a reset link is good. */
const RESET_LIFE_MS = 30 * MINUTE_MS;
/** So long may somebody look at the first step of the sign-up before they go on. */
const SIGN_UP_LIFE_MS = 24 * 60 * MINUTE_MS;

/** Browsers keep 4096 bytes of a cookie, its name and its attributes included. */
const MOST_CHARACTERS = 3_800;

const PURPOSE = "guest cookie";

/**
 * Whether so little is remembered that it needs no record: messages, the token of a reset link, a sign-up not begun; and
 * what a newer release has put there.
 */
export function fitsGuestCookie(data: SessionData): boolean {
  const { signUp } = data;
  const isBegun = signUp && (signUp.stage !== "email" || Object.keys(signUp).length > 1);
  const known = Object.entries(data).filter(([name]) => Object.hasOwn(sessionData.shape, name));
  return !isBegun && holdsOnly(Object.fromEntries(known), ["flash", "reset", "signUp"]);
}

function lifeOfNote({ reset, signUp }: SessionData): number {
  if (signUp) return SIGN_UP_LIFE_MS;
  return reset ? RESET_LIFE_MS : MESSAGE_LIFE_MS;
}

/** A note of a guest, with the id of the session that it may become. */
export function newNote(
  data: SessionData,
  { id, form }: Pick<GuestNote, "id" | "form"> = { id: newSessionId(), form: ownForm },
): GuestNote {
  return { id, data, form };
}

const isSecure = () => env().siteUrl?.startsWith("https:") ?? false;

function header(value: string, lifeMs: number): string {
  const name = isSecure() ? secureGuestCookieName : guestCookieName;
  const age = Math.floor(lifeMs / 1000);
  return `${name}=${value}; Max-Age=${age}; Path=/; HttpOnly;${isSecure() ? " Secure;" : ""} SameSite=Lax`;
}

/** The Set-Cookie header of a note. The oldest messages give way when it would be longer than a cookie may be. */
export function guestCookieFor({ id, data, form }: GuestNote): string {
  const lifeMs = lifeOfNote(data);
  const note = { id, until: clock.now() + lifeMs, ...toRecord(data, form) };
  const value = Buffer.from(recordCipher().seal(note, PURPOSE)).toString("base64url");
  const { flash = [], ...rest } = data;
  if (value.length > MOST_CHARACTERS && flash.length > 0) {
    const left = { ...rest, ...(flash.length > 1 ? { flash: flash.slice(1) } : {}) };
    return guestCookieFor({ id, data: left, form });
  }
  return header(value, lifeMs);
}

/** The Set-Cookie header that takes the note away. */
export function noGuestCookie(): string {
  return header("", 0);
}

/** @returns the note that a request carries; undefined when there is none, it is not ours, or it is too old */
export function readGuestState(request: Request): GuestNote | undefined {
  const name = isSecure() ? secureGuestCookieName : guestCookieName;
  const pair = (request.headers.get("Cookie") ?? "")
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  if (!pair) return undefined;
  const note = recordCipher().open(Buffer.from(pair.slice(name.length + 1), "base64url"), PURPOSE);
  if (typeof note !== "object" || note === null) return undefined;
  const now = clock.now();
  const { id, until } = note as Record<string, unknown>;
  // A note without a form is of the first one.
  const read = fromRecord({ form: 1, ...note }, now);
  const isGood = isSessionId(id) && typeof until === "number" && until > now;
  return isGood && typeof read === "object" && fitsGuestCookie(read.data) ? { id, ...read } : undefined;
}
