import { z } from "zod";
import { isEmail } from "~/domain/email-rules";
import * as clock from "#server/runtime/clock.server";

/** Time before expiry at which tokens are replaced (docs/decisions/0001). */
export const REFRESH_EARLY_MS = 30_000;

const claimsSchema = z.object({
  // The page shows it, so a forged token must not be able to place arbitrary text there.
  email: z.string().refine(isEmail).optional().catch(undefined),
  exp: z.number().finite().optional().catch(undefined),
  iat: z.number().finite().optional().catch(undefined),
});

/** Returns a JWT's claims without checking the signature, which the API does; {} when the text is not a JWT. */
function claimsOf(token: string): z.infer<typeof claimsSchema> {
  try {
    const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8");
    return claimsSchema.parse(JSON.parse(payload));
  } catch {
    return {};
  }
}

/** Returns the e-mail of a reset token (docs/decisions/0001). */
export const emailOfToken = (token: string): string | undefined => claimsOf(token).email;

/** Returns the expiry in ms since 1970; undefined when the text is not a JWT or has no `exp`. */
export function expiryOf(token: string): number | undefined {
  const { exp } = claimsOf(token);
  return exp === undefined ? undefined : exp * 1000;
}

/** Differences below this are latency and the whole seconds of `iat`. */
const SAME_CLOCK_MS = 60_000;

/** Returns how far our clock is ahead of the API's, in ms, by the `iat` of a token issued just now; 0 without `iat`. */
export function clockAheadOf(token: string): number {
  const { iat } = claimsOf(token);
  if (iat === undefined) return 0;
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
