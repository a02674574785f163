import { type Database, insertRow, sql, type Statement } from "./database";
import { readEmail } from "../wire/readers";
import { iso, textIn, type Language } from "./texts";

export interface Member extends Record<Balance, number> {
  id: number;
  type: "EMAIL" | "WALLET";
  email: string | null;
  password: string | null;
  first_name: string;
  last_name: string;
  failed_count: number;
  locked: number;
  suspended_at: number | null;
  suspended_ms: number | null;
  suspended_rolling: number;
  suspended_reason: string | null;
  deletion_at: number | null;
  address: string | null;
  created_at: number;
}

const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
/** Period in which a deletion can be cancelled, in ms (accounts-and-store.md section 9). */
export const DELETION_WINDOW = 15 * DAY;
export const MAX_FAILURES = 5;

export type Balance = "point" | "soria" | "soria_plus";

export const currencyOf = (balance: Balance) => balance.replace("_", "-");

export const memberById = (db: Database, id: number | string) =>
  db.one<Member>(sql`SELECT * FROM members WHERE id = ${Number(id)}`);

/** Returns an e-mail address as the database has it. */
export const lowered = (email: string) => readEmail(email).toLowerCase();

export const memberByEmail = (db: Database, email: string) =>
  db.one<Member>(sql`SELECT * FROM members WHERE email = ${lowered(email)}`);

export const memberByAddress = (db: Database, address: string) =>
  db.one<Member>(sql`SELECT * FROM members WHERE address = ${address.toLowerCase()}`);

/** Returns whether a scheduled deletion is due. No job deletes the account; it counts as deleted from that time. */
export const isDeleted = (member: Member, now: number) =>
  member.deletion_at !== null && member.deletion_at <= now;

export function userFields(member: Member) {
  return {
    id: member.id,
    type: member.type,
    email: member.email,
    firstName: member.first_name,
    lastName: member.last_name,
    pointAmount: member.point,
    soriaAmount: member.soria,
    soriaPlusAmount: member.soria_plus,
  };
}

/**
 * Returns the suspension on the wire; undefined when it has ended. A rolling suspension (the seeded account) restarts
 * at every read, so that its remaining time never changes.
 */
export function suspensionOf(member: Member, now: number, language: Language) {
  if (member.suspended_ms === null) return undefined;
  const since = member.suspended_at ?? now;
  const end = (member.suspended_rolling ? now : since) + member.suspended_ms;
  if (end <= now) return undefined;
  const minutes = Math.ceil((end - now) / MINUTE);
  return {
    created_at: iso(since),
    restored_at: iso(end),
    duration: {
      days: Math.floor(minutes / 1440),
      hours: Math.floor((minutes % 1440) / 60),
      minutes: minutes % 60,
    },
    reason: textIn(member.suspended_reason ?? "{}", language),
  };
}

/** Returns the statement that inserts a member. Its e-mail and wallet address must be in lower case. */
export const insertMember = (member: Partial<Omit<Member, "id">>) =>
  insertRow("members", { type: "EMAIL", ...member });

interface Movement {
  member: Member;
  balance: Balance;
  /** Whole units; negative for a loss. */
  amount: number;
  /** JSON text in four languages. */
  note: string;
  at: number;
  transactionId?: string;
}

export const gainOf = (balance: Balance) => (balance === "soria" ? "RECHARGE" : "REWARD");

/**
 * Returns the two statements that change a balance and add its history row. Run them in one transaction, with a
 * `member` read under the member's lock, because the new balance is computed from it.
 */
export function move({ member, balance, amount, note, at, transactionId }: Movement): Statement[] {
  const net = member[balance] + amount;
  return [
    { sql: `UPDATE members SET ${balance} = ? WHERE id = ?`, args: [net, member.id] },
    insertRow("history", {
      memberId: member.id,
      createdAt: at,
      currency: currencyOf(balance),
      type: amount <= 0 ? "REDEEM" : gainOf(balance),
      changeAmount: Math.abs(amount),
      netAmount: net,
      note,
      transactionId,
    }),
  ];
}
