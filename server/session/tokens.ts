import { isEmail } from "~/domain/email-rules";
import * as clock from "#server/runtime/clock.server";

/** Tokens are replaced from this long before they end (docs/decisions/0001). */
export const REFRESH_EARLY_MS = 30_000;

/** A JWT's payload, unchecked; undefined when the text is none. */
function payloadOf(token: string): object | undefined {
  const payload = token.split(".")[1];
  if (!payload) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    return typeof claims === "object" && claims !== null ? claims : undefined;
  } catch {
    // Not JSON: no JWT.
    return undefined;
  }
}

/**
 * The e-mail that a reset token was made for (docs/decisions/0001), read without checking the signature:
 * the API does that when the password is set.
 */
export function emailOfToken(token: string): string | undefined {
  const claims = payloadOf(token);
  if (!claims || !("email" in claims) || typeof claims.email !== "string") return undefined;
  // It is shown on the page, so a made-up token must not bring a sentence there.
  return isEmail(claims.email) ? claims.email : undefined;
}

/**
 * When a token ends, read from its payload without checking the signature: the API does that, and the site only
 * wants to know whether asking is worth it.
 *
 * @returns milliseconds since 1970; undefined when the text is no JWT or carries no `exp`
 */
export function expiryOf(token: string): number | undefined {
  const claims = payloadOf(token);
  if (!claims || !("exp" in claims)) return undefined;
  const { exp } = claims;
  return typeof exp === "number" && Number.isFinite(exp) ? exp * 1000 : undefined;
}

/** Below this the way of an answer and the whole seconds of a token say as much as the clocks. */
const SAME_CLOCK_MS = 60_000;

/**
 * By how many milliseconds our clock is ahead of the API's (behind it: negative), as a token tells that was issued this
 * moment (`iat`). 0 when it does not say, or they are the same but for some seconds.
 */
export function clockAheadOf(token: string): number {
  const claims = payloadOf(token);
  const iat = claims && "iat" in claims ? claims.iat : undefined;
  if (typeof iat !== "number" || !Number.isFinite(iat)) return 0;
  const ahead = clock.now() - iat * 1000;
  return Math.abs(ahead) < SAME_CLOCK_MS ? 0 : ahead;
}

/**
 * Whether a token is readable and lasts for at least `aheadMs` from now.
 *
 * @param clockAheadMs by how much our clock is ahead of the API's: a token is judged by the clock of who issued it
 */
export function isGood(token: string, aheadMs = 0, clockAheadMs = 0): boolean {
  const expiry = expiryOf(token);
  return expiry !== undefined && expiry + clockAheadMs - clock.now() > aheadMs;
}

/** So much our clock may differ from the API's before it is asked in vain. */
const CLOCKS_MAY_DIFFER_MS = 15 * 60_000;

/** Whether a token says that its time is over, by any clock; one that says nothing about it is not. */
export function isTokenOver(token: string): boolean {
  const expiry = expiryOf(token);
  return expiry !== undefined && expiry + CLOCKS_MAY_DIFFER_MS < clock.now();
}
