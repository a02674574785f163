import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { checkName, readPassword } from "../wire/readers";

export { isEmail as isGoodEmail, isGoodPassword } from "../wire/readers";

/** Far below the cost of a live service: the sandbox stores no real passwords and serves thousands of tests. */
const COST = { N: 256, r: 8, p: 1 };

/** Compares passwords as the site reads them, so that one that is typed in NFD is the one that was set in NFC. */
const derive = (password: string, salt: Buffer) =>
  promisify<string, Buffer, number, typeof COST, Buffer>(scrypt)(readPassword(password), salt, 32, COST);

/** Returns `salt.hash`, both in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt);
  return `${salt.toString("base64url")}.${hash.toString("base64url")}`;
}

/** In place of the password of a member without one. No password has this hash. */
const NOBODYS = `${"A".repeat(22)}.${"A".repeat(43)}`;

/** Returns whether the password matches. Without a stored one it takes as long and returns false. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [salt, hash] = (stored ?? NOBODYS).split(".").map((part) => Buffer.from(part, "base64url"));
  return salt !== undefined && hash !== undefined && timingSafeEqual(hash, await derive(password, salt));
}

export const isGoodName = (name: string): boolean => checkName(name) === undefined;

const ONE_TIME_LIFE_MS = 5 * 60_000;

/** One-time passwords for the desk's "Sign in as": valid for one member, once, for five minutes. In memory only. */
export function oneTimePasswords(now: () => number) {
  const issued = new Map<string, { memberId: number; until: number }>();
  return {
    make(memberId: number): string {
      const password = `one-time-${randomBytes(18).toString("base64url")}`;
      issued.set(password, { memberId, until: now() + ONE_TIME_LIFE_MS });
      return password;
    },
    /** Returns whether the password is valid for this member, and invalidates it. */
    take(password: string, memberId: number): boolean {
      const found = issued.get(password);
      return found?.memberId === memberId && issued.delete(password) && found.until > now();
    },
  };
}
