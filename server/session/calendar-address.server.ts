import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { isSessionId, newSessionId } from "#server/store/encryption.server";
import { memberRecord } from "#server/store/member-record.server";

/** Lifetime after a calendar last read the address. */
const LIFE_MS = 90 * 24 * 60 * 60_000;

const record = memberRecord("calendar", z.object({ secret: z.string() }), LIFE_MS);

const addressSecret = (owner: string, secret: string) => `${owner}.${secret}`;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Returns the secret part of the member's calendar address; undefined without one. @throws StoreUnavailable */
export async function calendarSecretOf(owner: string): Promise<string | undefined> {
  const value = await record.read(owner);
  return value && addressSecret(owner, value.secret);
}

/** Gives the member a new calendar address; the old one stops working. @throws StoreUnavailable */
export function renewCalendarAddress(owner: string): Promise<void> {
  const secret = newSessionId();
  return record.change(owner, () => ({ secret }));
}

/**
 * Returns the hash of the member whose calendar address has this secret, and extends the life of the address. Undefined
 * for a secret that was replaced or removed, or that never was one.
 *
 * @throws StoreUnavailable
 */
export async function ownerOfCalendar(secret: string): Promise<string | undefined> {
  const [owner = "", own = "", ...more] = secret.split(".", 3);
  if (!isSessionId(owner) || !isSessionId(own) || more.length > 0) return undefined;
  const value = await record.read(owner);
  if (!value || !timingSafeEqual(digest(value.secret), digest(own))) return undefined;
  await record.extend(owner);
  return owner;
}

export const removeCalendarAddress = record.delete;
