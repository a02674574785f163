import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/**
 * scrypt cost, far below that of a live service: the sandbox stores no real passwords and serves thousands of tests
 * and benchmarks.
 */
const COST = 256;
/** Compared when the member has no password, so that the check takes as long. */
const NOBODYS = "AAAAAAAAAAAAAAAAAAAAAA.AA";

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, { N: COST, r: 8, p: 1 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Returns `salt.hash`, both in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt);
  return `${salt.toString("base64url")}.${hash.toString("base64url")}`;
}

/** Returns whether the password matches. Without a stored one it takes as long and returns false. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [salt = "", hash = ""] = (stored ?? NOBODYS).split(".");
  const wanted = Buffer.from(hash, "base64url");
  const got = await derive(password, Buffer.from(salt, "base64url"));
  return wanted.length === got.length && timingSafeEqual(wanted, got);
}

/**
 * Returns whether a password has 8 to 64 characters, a digit and an ASCII punctuation character
 * (docs/decisions/0004).
 */
export function isGoodPassword(password: string): boolean {
  const length = [...password].length;
  return length >= 8 && length <= 64 && /\d/.test(password) && /[!-/:-@[-`{-~]/.test(password);
}

/**
 * Returns whether a name has at most 30 characters: letters of any script, and the marks, spaces and hyphens of
 * names.
 */
export function isGoodName(name: string): boolean {
  const trimmed = name.trim();
  return (
    trimmed !== "" &&
    [...trimmed].length <= 30 &&
    /^[\p{L}\p{M}\p{Nl}][\p{L}\p{M}\p{Nl} \u3000'’.・･ー-]*$/u.test(trimmed)
  );
}

export function isGoodEmail(email: string): boolean {
  return email.length <= 254 && /^[^\s@<>(),;:"[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email);
}
