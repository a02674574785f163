import * as clock from "#server/runtime/clock.server";
import { guestCookieName, secureGuestCookieName } from "#server/protocol/cookie-name.server";
import { isSessionId, recordCipher } from "#server/store/encryption.server";
import { holdsOnly, type SessionData, sessionData } from "./session-data";
import { isSecure } from "./cookie.server";
import { fromRecord, type RecordContent, toRecord } from "./session-records";

const MINUTE_MS = 60_000;

/**
 * State of a guest who has only looked around, encrypted in a cookie, so that page requests cannot fill the store. The
 * first work (a verified e-mail, a file) creates a store record under the reserved id.
 */
export interface GuestNote extends RecordContent {
  readonly id: string;
}

/** Bytes of JSON that fit the cookie once they are encrypted and written in base64. */
const MOST_BYTES = 2_500;

const MESSAGE_LIFE_MS = 10 * MINUTE_MS;
/** As long as form-drafts.server.ts keeps a draft. */
const DRAFT_LIFE_MS = 60 * MINUTE_MS;
const RESET_LIFE_MS = 30 * MINUTE_MS;
const SIGN_UP_LIFE_MS = 24 * 60 * MINUTE_MS;

/** Browsers limit a cookie to 4096 bytes, including its name and attributes. */
const MOST_CHARACTERS = 3_800;

const PURPOSE = "guest cookie";

/**
 * Whether data needs no store record: messages, a reset token, a sign-up's first step, drafts that are small, a newer
 * release's fields.
 */
export function fitsGuestCookie(data: SessionData): boolean {
  const { signUp } = data;
  const isBegun = signUp && (signUp.stage !== "email" || Object.keys(signUp).length > 1);
  const known = Object.entries(data).filter(([name]) => Object.hasOwn(sessionData.shape, name));
  if (isBegun || !holdsOnly(Object.fromEntries(known), ["flash", "reset", "signUp", "kept"])) return false;
  return !data.kept || Buffer.byteLength(JSON.stringify(data)) <= MOST_BYTES;
}

function lifeOfNote({ reset, signUp, kept }: SessionData): number {
  if (signUp) return SIGN_UP_LIFE_MS;
  if (kept) return DRAFT_LIFE_MS;
  return reset ? RESET_LIFE_MS : MESSAGE_LIFE_MS;
}

const nameOf = () => (isSecure() ? secureGuestCookieName : guestCookieName);

function header(value: string, lifeMs: number): string {
  const age = Math.floor(lifeMs / 1000);
  return `${nameOf()}=${value}; Max-Age=${age}; Path=/; HttpOnly;${isSecure() ? " Secure;" : ""} SameSite=Lax`;
}

/** Returns the Set-Cookie header of a guest's state. Drops the oldest messages if the cookie would be too long. */
export function guestCookieFor(note: GuestNote): string {
  const lifeMs = lifeOfNote(note.data);
  const content = { id: note.id, until: clock.now() + lifeMs, ...toRecord(note) };
  const value = Buffer.from(recordCipher().seal(content, PURPOSE)).toString("base64url");
  const { flash = [], ...rest } = note.data;
  if (value.length <= MOST_CHARACTERS || flash.length === 0) return header(value, lifeMs);
  const data = { ...rest, ...(flash.length > 1 && { flash: flash.slice(1) }) };
  return guestCookieFor({ ...note, data });
}

/** Returns the Set-Cookie header that deletes the guest cookie. */
export const noGuestCookie = () => header("", 0);

/** Returns the guest state of a request; undefined when there is none, it is not ours, or it has expired. */
export function readGuestState(request: Request): GuestNote | undefined {
  const name = nameOf();
  const pairs = (request.headers.get("Cookie") ?? "").split(";").map((part) => part.trim());
  const pair = pairs.find((part) => part.startsWith(`${name}=`));
  if (!pair) return undefined;
  const note = recordCipher().open(Buffer.from(pair.slice(name.length + 1), "base64url"), PURPOSE);
  if (typeof note !== "object" || note === null) return undefined;
  const now = clock.now();
  const { id, until } = note as Record<string, unknown>;
  // A cookie without a version has format 1.
  const read = fromRecord({ form: 1, ...note }, now);
  const isGood = isSessionId(id) && typeof until === "number" && until > now;
  return isGood && typeof read === "object" && fitsGuestCookie(read.data) ? { id, ...read } : undefined;
}
