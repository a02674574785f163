/** Tokens are replaced from this long before they end (decisions.md, first table). */
export const REFRESH_EARLY_MS = 30_000;

/**
 * When a token ends, read from its payload without checking the signature: the API does that, and the site only
 * wants to know whether asking is worth it.
 *
 * @returns milliseconds since 1970; undefined when the text is no JWT or carries no `exp`
 */
export function expiryOf(token: string): number | undefined {
  const payload = token.split(".")[1];
  if (!payload) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    if (typeof claims !== "object" || claims === null || !("exp" in claims)) return undefined;
    const { exp } = claims;
    return typeof exp === "number" && Number.isFinite(exp) ? exp * 1000 : undefined;
  } catch {
    // Not JSON: no JWT.
    return undefined;
  }
}

/** Whether a token is readable and lasts for at least `aheadMs` from now. */
export function isGood(token: string, aheadMs = 0): boolean {
  const expiry = expiryOf(token);
  return expiry !== undefined && expiry - Date.now() > aheadMs;
}
