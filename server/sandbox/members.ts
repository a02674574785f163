import { type Database, insertRow, type Statement } from "./database";
import { textIn, type Language, type Texts } from "./texts";

/** A row of `members`. */
export interface Member {
  id: number;
  type: "EMAIL" | "WALLET";
  email: string | null;
  password: string | null;
  first_name: string;
  last_name: string;
  point: number;
  soria: number;
  soria_plus: number;
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
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Period in which a deletion can be cancelled, in ms (accounts-and-store.md section 9). */
export const DELETION_WINDOW = 15 * DAY;
export const MAX_FAILURES = 5;

export type Balance = "point" | "soria" | "soria_plus";

/** Currency names on the wire. */
export const CURRENCY: Record<Balance, "point" | "soria" | "soria-plus"> = {
  point: "point",
  soria: "soria",
  soria_plus: "soria-plus",
};

export const memberById = (db: Database, id: number | string) =>
  db.one<Member>("SELECT * FROM members WHERE id = ?", [Number(id)]);

/** Finds a member by e-mail address, ignoring case. */
export const memberByEmail = (db: Database, email: string) =>
  db.one<Member>("SELECT * FROM members WHERE email = ?", [email.trim().toLowerCase()]);

export const memberByAddress = (db: Database, address: string) =>
  db.one<Member>("SELECT * FROM members WHERE address = ?", [address.toLowerCase()]);

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
  const from = member.suspended_rolling ? now : (member.suspended_at ?? now);
  const left = from + member.suspended_ms - now;
  if (left <= 0) return undefined;
  const minutes = Math.ceil(left / MINUTE);
  return {
    created_at: new Date(member.suspended_rolling ? (member.suspended_at ?? now) : from).toISOString(),
    restored_at: new Date(from + member.suspended_ms).toISOString(),
    duration: {
      days: Math.floor(minutes / 1440),
      hours: Math.floor((minutes % 1440) / 60),
      minutes: minutes % 60,
    },
    reason: textIn(member.suspended_reason ?? "{}", language),
  };
}

export interface NewMember {
  type?: Member["type"];
  email?: string | null;
  password?: string | null;
  firstName: string;
  lastName: string;
  balances?: Partial<Record<Balance, number>>;
  locked?: boolean;
  suspension?: { at: number; ms: number; rolling: boolean; reason: Texts };
  deletionAt?: number;
  address?: string | null;
  createdAt: number;
}

/** Returns the statement that inserts a member; `password` is the hash. */
export const insertMember = (member: NewMember): Statement =>
  insertRow("members", {
    type: member.type ?? "EMAIL",
    email: member.email?.toLowerCase(),
    password: member.password,
    first_name: member.firstName,
    last_name: member.lastName,
    ...member.balances,
    failed_count: member.locked ? MAX_FAILURES : 0,
    locked: member.locked ?? false,
    suspended_at: member.suspension?.at,
    suspended_ms: member.suspension?.ms,
    suspended_rolling: member.suspension?.rolling ?? false,
    suspended_reason: member.suspension && JSON.stringify(member.suspension.reason),
    deletion_at: member.deletionAt,
    address: member.address?.toLowerCase(),
    created_at: member.createdAt,
  });
