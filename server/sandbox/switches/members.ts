/** Members as the desk and `/__members` make, list and change them. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { inquiryStatus } from "../../wire/support";
import { sql, type SqlValue, type Statement } from "../database";
import {
  type Balance,
  DAY,
  insertMember,
  isDeleted,
  MAX_FAILURES,
  type Member,
  memberByAddress,
  memberByEmail,
  memberById,
  move,
  suspensionOf,
} from "../members";
import { hashPassword, isGoodEmail } from "../passwords";
import { PASSWORD, statesAt, SUSPENSION_REASON } from "../seed";
import { historyStatements, inquiryStatements, orderStatements } from "../seed/belongings";
import { seededRandom } from "../seed/random";
import type { Services } from "../services";
import { LANGUAGES } from "../texts";
import { withMember } from "../transactions";

const STATES = ["normal", "locked", "suspended", "leaving", "deleted"] as const;
const PASSES = ["none", "new", "used"] as const;

const moment = z.string().datetime({ offset: true });
const units = z.number().int().min(0);
const amount = units.default(0);
const newBalance = units.max(1_000_000_000);

/** Body of `POST /__members`. Every field is optional. */
export const memberOrder = z.object({
  email: z.string().refine(isGoodEmail, "Invalid email").optional(),
  password: z.string().default(PASSWORD),
  state: z.enum(STATES).exclude(["deleted"]).default("normal"),
  type: z.enum(["EMAIL", "WALLET"]).default("EMAIL"),
  /** Address of a WALLET member, who gets a pass token. A random one if missing, for which nobody can sign. */
  address: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    .optional(),
  firstName: z.string().default("灯"),
  lastName: z.string().default("水野"),
  balances: z.object({ point: amount, soria: amount, soriaPlus: amount }).default({}),
  /** Number of history rows over `historyDays`. They add up to the balances. */
  history: z.number().int().min(0).max(20_000).default(0),
  historyDays: z.number().positive().default(90),
  orders: z.number().int().min(0).max(500).default(0),
  inquiries: z
    .array(
      z.object({
        typeCode: z.string().default("USER_GUIDE"),
        status: inquiryStatus.default("OPEN"),
        daysAgo: z.number().nonnegative().default(1),
        subject: z.string().default("使い方について"),
        /** Messages, alternating between the member and support. */
        messages: z.array(z.string()).min(1).default(["使い方を教えてください。"]),
      }),
    )
    .default([]),
});
export type MemberOrder = z.input<typeof memberOrder>;
export type MadeMember = NonNullable<Awaited<ReturnType<typeof makeMember>>>;

/** Body of `PATCH /__members/:id`. Missing fields stay unchanged. */
export const memberChange = z
  .object({
    firstName: z.string().min(1),
    lastName: z.string().min(1),
    locked: z.boolean(),
    /** End of the suspension; null ends it now. */
    suspendedUntil: moment.nullable(),
    /** Reason displayed to the member, in any language. */
    suspensionReason: z.string().min(1),
    /** Time of the deletion. A time in the past deletes the account now; null cancels the deletion. */
    deletionAt: moment.nullable(),
    /** In whole units. Each change adds a history row. */
    balances: z.object({ point: newBalance, soria: newBalance, soriaPlus: newBalance }).partial().strict(),
    /** Pass token of the wallet: none, not registered yet, or already registered. */
    pass: z.enum(PASSES),
  })
  .partial()
  .strict();

export const memberSearch = z.object({
  search: z.string().trim().default(""),
  state: z.enum(STATES).optional(),
  page: z.coerce.number().int().min(1).default(1),
});

export const MEMBERS_A_PAGE = 20;

const passStatement = (address: string, pass: (typeof PASSES)[number]) =>
  sql`INSERT OR REPLACE INTO wallets (address, has_pass, pass_used)
    VALUES (${address.toLowerCase()}, ${pass !== "none"}, ${pass === "used"})`;

/** @returns undefined when the e-mail or the address is taken */
export async function makeMember(services: Services, wanted: z.output<typeof memberOrder>) {
  const now = services.now();
  const mark = randomBytes(6).toString("hex");
  const isWallet = wanted.type === "WALLET";
  const email = isWallet ? null : (wanted.email ?? `m-${mark}@soria.test`).toLowerCase();
  const address = isWallet ? (wanted.address ?? `0x${randomBytes(20).toString("hex")}`) : null;
  const find = () =>
    email === null ? memberByAddress(services.db, address ?? "") : memberByEmail(services.db, email);
  if (await find()) return undefined;

  const { point, soria, soriaPlus: soria_plus } = wanted.balances;
  const balances = { point, soria, soria_plus };
  await services.db.atomically([
    insertMember({
      type: wanted.type,
      email,
      address: address && address.toLowerCase(),
      password: isWallet ? null : await hashPassword(wanted.password),
      first_name: wanted.firstName,
      last_name: wanted.lastName,
      ...balances,
      ...statesAt(now)[wanted.state],
      created_at: now,
    }),
    ...(address === null ? [] : [passStatement(address, "used")]),
  ]);
  const member = await find();
  if (!member) throw new Error("The member that was just made is not there");

  const random = seededRandom(Number.parseInt(mark.slice(0, 8), 16));
  const shared = { memberId: member.id, now };
  await services.db.atomically([
    ...historyStatements(random, { ...shared, balances, count: wanted.history, days: wanted.historyDays }),
    ...orderStatements(random, { ...shared, count: wanted.orders, mark: member.id * 100 }),
    ...inquiryStatements(random, {
      ...shared,
      name: `${wanted.lastName} ${wanted.firstName}`,
      email: email ?? "wallet@soria.test",
      inquiries: wanted.inquiries,
    }),
  ]);
  const inquiries = await services.db.all<{ public_id: string }>(
    "SELECT public_id FROM inquiries WHERE member_id = ? ORDER BY id",
    [member.id],
  );
  return {
    id: member.id,
    type: member.type,
    email,
    password: wanted.password,
    address,
    firstName: member.first_name,
    lastName: member.last_name,
    /** Public ids in the order of `inquiries` in the request. */
    inquiries: inquiries.map((row) => row.public_id),
  };
}

type Row = Member & { has_pass: number | null; pass_used: number | null; orders: number };
export type ShownMember = ReturnType<typeof shown>;

function shown(row: Row, now: number) {
  const suspendedUntil = suspensionOf(row, now, "en")?.restored_at ?? null;
  const stateOf = (): (typeof STATES)[number] => {
    if (isDeleted(row, now)) return "deleted";
    if (row.locked) return "locked";
    if (suspendedUntil) return "suspended";
    return row.deletion_at === null ? "normal" : "leaving";
  };
  const state = stateOf();
  const pass: (typeof PASSES)[number] = row.has_pass ? (row.pass_used ? "used" : "new") : "none";
  return {
    id: row.id,
    type: row.type,
    email: row.email,
    address: row.address,
    firstName: row.first_name,
    lastName: row.last_name,
    state,
    locked: row.locked === 1,
    suspendedUntil: state === "suspended" ? suspendedUntil : null,
    deletionAt: row.deletion_at === null ? null : new Date(row.deletion_at).toISOString(),
    balances: { point: row.point, soria: row.soria, soriaPlus: row.soria_plus },
    ...(row.type === "WALLET" && { pass }),
    orders: row.orders,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

const SELECT = `SELECT members.*, has_pass, pass_used,
  (SELECT COUNT(*) FROM orders WHERE member_id = members.id) AS orders
  FROM members LEFT JOIN wallets ON wallets.address = lower(members.address)`;

/** Lists members, oldest first. Matches the search text with the id, or within e-mail, address and name. */
export async function listMembers(services: Services, { search, state, page }: z.infer<typeof memberSearch>) {
  const rows = await services.db.all<Row>(
    `${SELECT} WHERE ?1 = '' OR members.id = ?1 OR instr(lower(concat_ws(' ', email, members.address, first_name,
      last_name, first_name)), lower(?1)) > 0 ORDER BY members.id`,
    [search],
  );
  const members = rows.map((row) => shown(row, services.now()));
  const found = members.filter((one) => state === undefined || one.state === state);
  const from = (page - 1) * MEMBERS_A_PAGE;
  return { total: found.length, page, members: found.slice(from, from + MEMBERS_A_PAGE) };
}

export async function memberShown(services: Services, id: number): Promise<ShownMember | undefined> {
  const row = await services.db.one<Row>(`${SELECT} WHERE members.id = ?`, [id]);
  return row && shown(row, services.now());
}

/** Desk users write a text in one language. */
const inAll = (text: string) => JSON.stringify(Object.fromEntries(LANGUAGES.map((lng) => [lng, text])));

export async function editMember(services: Services, id: number, change: z.infer<typeof memberChange>) {
  if (!(await memberById(services.db, id))) return undefined;
  await withMember(services, id, async (member) => {
    const now = services.now();
    const { locked, suspendedUntil: until, suspensionReason: reason, deletionAt, balances, pass } = change;
    const columns: Record<string, SqlValue> = {
      first_name: change.firstName,
      last_name: change.lastName,
      ...(locked !== undefined && { locked, failed_count: locked ? MAX_FAILURES : 0 }),
      ...(until === null && { suspended_at: null, suspended_ms: null, suspended_rolling: false }),
      ...(until && {
        suspended_at: now,
        suspended_ms: Math.max(0, Date.parse(until) - now),
        suspended_rolling: false,
        suspended_reason: reason === undefined ? JSON.stringify(SUSPENSION_REASON) : inAll(reason),
      }),
      deletion_at: deletionAt && Date.parse(deletionAt),
    };
    const statements = Object.entries(columns).flatMap(([name, value]): Statement[] =>
      value === undefined ? [] : [{ sql: `UPDATE members SET ${name} = ? WHERE id = ?`, args: [value, id] }],
    );
    const wanted: [Balance, number | undefined][] = [
      ["point", balances?.point],
      ["soria", balances?.soria],
      ["soria_plus", balances?.soriaPlus],
    ];
    for (const [balance, value = member[balance]] of wanted) {
      const movement = {
        member,
        balance,
        amount: value - member[balance],
        note: inAll("Sandbox desk"),
        at: now,
      };
      if (movement.amount !== 0) statements.push(...move(movement));
    }
    if (pass !== undefined && member.address !== null) statements.push(passStatement(member.address, pass));
    await services.db.atomically(statements);
  });
  return memberShown(services, id);
}

/** @returns false when there is no such member */
export async function addOrders(services: Services, id: number, count: number): Promise<boolean> {
  const member = await memberShown(services, id);
  if (!member) return false;
  const now = services.now();
  const mark = id * 1000 + member.orders;
  const order = { memberId: id, count, now: now - DAY, mark };
  await services.db.atomically(orderStatements(seededRandom(now % 2 ** 31), order));
  return true;
}
