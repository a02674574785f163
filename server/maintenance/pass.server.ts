import { createHmac, timingSafeEqual } from "node:crypto";
import { passCookieName } from "#server/protocol/cookie-name.server";

/** How long the link works, in ms. */
export const LINK_MS = 15 * 60_000;
/** How long the browser that opened it passes, in ms. */
export const PASS_MS = 12 * 60 * 60_000;

type Use = "link" | "cookie";

const signature = (secret: string, use: Use, until: number) =>
  createHmac("sha256", secret).update(`soria maintenance ${use} ${until}`).digest("base64url");

/** Returns a signed value that `isPass` accepts until a time, in ms since 1970. */
export const makePass = (use: Use, [secret = ""]: readonly string[], until: number): string =>
  `${until}.${signature(secret, use, until)}`;

/** @param secrets SESSION_SECRET, of which any may have signed the value */
export function isPass(use: Use, secrets: readonly string[], value: string, now: number): boolean {
  const [, digits = "", given = ""] = /^(\d{1,15})\.([\w-]{43})$/.exec(value) ?? [];
  const until = Number(digits);
  if (given === "" || until <= now) return false;
  return secrets.some((secret) =>
    timingSafeEqual(Buffer.from(signature(secret, use, until)), Buffer.from(given)),
  );
}

/** Returns the pass of a Cookie header, or "". */
export const passOf = (cookies: string | undefined): string =>
  new RegExp(`(?:^|;\\s*)${passCookieName}=([\\w.-]+)`).exec(cookies ?? "")?.[1] ?? "";

export const passCookie = (value: string, isHttps: boolean): string =>
  `${passCookieName}=${value}; Max-Age=${PASS_MS / 1_000}; Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
