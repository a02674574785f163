import { randomBytes } from "node:crypto";

const LIFE_MS = 5 * 60_000;

/**
 * One-time passwords for the desk's "Sign in as": valid for one member, once, for five minutes. Kept in memory only.
 */
export class OneTimePasswords {
  private readonly kept = new Map<string, { memberId: number; until: number }>();

  /** @param now epoch ms */
  constructor(private readonly now: () => number) {}

  make(memberId: number): string {
    const password = `one-time-${randomBytes(18).toString("base64url")}`;
    this.kept.set(password, { memberId, until: this.now() + LIFE_MS });
    return password;
  }

  /** Returns whether the password is valid for this member, and invalidates it. */
  take(password: string, memberId: number): boolean {
    const found = this.kept.get(password);
    if (found?.memberId !== memberId) return false;
    this.kept.delete(password);
    return found.until > this.now();
  }
}
