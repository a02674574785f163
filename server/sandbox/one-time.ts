import { randomBytes } from "node:crypto";

const LIFE_MS = 5 * 60_000;

/** Passwords that sign one member in once, within five minutes: what the desk's "Sign in as" uses. In memory only. */
export class OneTimePasswords {
  private readonly kept = new Map<string, { memberId: number; until: number }>();

  /** @param now milliseconds since 1970 */
  constructor(private readonly now: () => number) {}

  make(memberId: number): string {
    const password = `one-time-${randomBytes(18).toString("base64url")}`;
    this.kept.set(password, { memberId, until: this.now() + LIFE_MS });
    return password;
  }

  /** Returns whether the password is this member's, and uses it up. */
  take(password: string, memberId: number): boolean {
    const found = this.kept.get(password);
    if (found?.memberId !== memberId) return false;
    this.kept.delete(password);
    return found.until > this.now();
  }
}
