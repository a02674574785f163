import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/**
 * Far cheaper than a live service would choose: nobody's password is kept here, and this one answers thousands of tests
 * and the benchmarks on the developer's machine.
 */
const COST = 256;
/** Of a password that was kept before the cost stood beside it. */
const FORMER_COST = 4096;
/** In place of a password that is not kept: comparing takes as long. */
const NOBODYS = `AAAAAAAAAAAAAAAAAAAAAA.AA.${COST}`;

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, { N: cost, r: 8, p: 1 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** `salt.hash.cost`, the first two base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, COST);
  return [salt.toString("base64url"), hash.toString("base64url"), COST].join(".");
}

/** Whether the password is the stored one. Without a stored one it takes as long, and is false. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [salt = "", hash = "", cost = FORMER_COST] = (stored ?? NOBODYS).split(".");
  const wanted = Buffer.from(hash, "base64url");
  const got = await derive(password, Buffer.from(salt, "base64url"), Number(cost));
  return wanted.length === got.length && timingSafeEqual(wanted, got);
}

/** At least 8 and at most 64 characters, a digit, an ASCII punctuation character (docs/decisions/0004). */
export function isGoodPassword(password: string): boolean {
  const length = [...password].length;
  return length >= 8 && length <= 64 && /\d/.test(password) && /[!-/:-@[-`{-~]/.test(password);
}

/** Letters of any script, with the marks, spaces and hyphens that names have; at most 30 characters. */
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
