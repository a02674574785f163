import { isEmail } from "~/domain/email-rules";
import * as clock from "#server/runtime/clock.server";

/** Time before expiry at which tokens are replaced (docs/decisions/0001). */
export const REFRESH_EARLY_MS = 30_000;

/** Returns a JWT's payload without checking the signature; undefined when the text is not a JWT. */
function payloadOf(token: string): object | null | undefined {
  const payload = token.split(".")[1] ?? "";
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    return typeof claims === "object" ? claims : undefined;
  } catch {
    // Not a JWT.
    return undefined;
  }
}

/** Returns the e-mail of a reset token (docs/decisions/0001). The API checks the signature. */
export function emailOfToken(token: string): string | undefined {
  const claims = payloadOf(token);
  if (!claims || !("email" in claims) || typeof claims.email !== "string") return undefined;
  // The page shows it, so a forged token must not be able to place arbitrary text there.
  return isEmail(claims.email) ? claims.email : undefined;
}

/** Returns the expiry of a token, in ms since 1970; undefined when the text is not a JWT or has no `exp`. */
export function expiryOf(token: string): number | undefined {
  const claims = payloadOf(token);
  if (!claims || !("exp" in claims)) return undefined;
  const { exp } = claims;
  return typeof exp === "number" && Number.isFinite(exp) ? exp * 1000 : undefined;
}

/** Differences below this are latency and the whole seconds of `iat`. */
const SAME_CLOCK_MS = 60_000;

/** Returns how far our clock is ahead of the API's, in ms, by the `iat` of a token issued just now; 0 without `iat`. */
export function clockAheadOf(token: string): number {
  const claims = payloadOf(token);
  const iat = claims && "iat" in claims ? claims.iat : undefined;
  if (typeof iat !== "number" || !Number.isFinite(iat)) return 0;
  const ahead = clock.now() - iat * 1000;
  return Math.abs(ahead) < SAME_CLOCK_MS ? 0 : ahead;
}

/** Returns whether a token is readable and lasts for more than `aheadMs` from now, by the issuer's clock. */
export function isGood(token: string, aheadMs = 0, clockAheadMs = 0): boolean {
  const expiry = expiryOf(token);
  return expiry !== undefined && expiry + clockAheadMs - clock.now() > aheadMs;
}

/** Clock difference to the API up to which a token is still tried. */
const CLOCKS_MAY_DIFFER_MS = 15 * 60_000;

/** Returns whether a token has expired by any plausible clock; false for a token without an expiry. */
export function isTokenOver(token: string): boolean {
  const expiry = expiryOf(token);
  return expiry !== undefined && expiry + CLOCKS_MAY_DIFFER_MS < clock.now();
}
