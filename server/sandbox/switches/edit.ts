/** Members as the desk and `/__members` list and change them. */
import { z } from "zod";
import { loadContent } from "../content";
import { sql, type SqlValue, type Statement } from "../database";
import { DAY, isDeleted, MAX_FAILURES, memberById, move, suspensionOf, type Member } from "../members";
import { SUSPENSION_REASON } from "../seed";
import { orderStatements } from "../seed/orders";
import { seededRandom } from "../seed/random";
import type { Services } from "../services";
import { LANGUAGES } from "../texts";
import { withMember } from "../transactions";

const MEMBER_STATES = ["normal", "locked", "suspended", "leaving", "deleted"] as const;
export const PASSES = ["none", "new", "used"] as const;
export const ORDER_STATUSES = ["CREATED", "CONFIRMED", "REFUNDED"] as const;

const moment = z.string().datetime({ offset: true });
const units = z.number().int().min(0).max(1_000_000_000);

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
    /** New balances in whole units. Each change adds a history row. */
    balances: z.object({ point: units, soria: units, soriaPlus: units }).partial().strict(),
    /** Pass token of the wallet: none, not registered yet, or already registered. */
    pass: z.enum(PASSES),
  })
  .partial()
  .strict();
export type MemberChange = z.infer<typeof memberChange>;

export const memberSearch = z.object({
  search: z.string().trim().default(""),
  state: z.enum(MEMBER_STATES).optional(),
  page: z.coerce.number().int().min(1).default(1),
});

export const MEMBERS_A_PAGE = 20;

type Row = Member & { has_pass: number | null; pass_used: number | null; orders: number };

function shown(row: Row, now: number) {
  const suspendedUntil = suspensionOf(row, now, "en")?.restored_at ?? null;
  const stateOf = (): (typeof MEMBER_STATES)[number] => {
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
export type ShownMember = ReturnType<typeof shown>;

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
  const now = services.now();
  const found = rows
    .map((row) => shown(row, now))
    .filter((one) => state === undefined || one.state === state);
  const from = (page - 1) * MEMBERS_A_PAGE;
  return { total: found.length, page, members: found.slice(from, from + MEMBERS_A_PAGE) };
}

export async function memberShown(services: Services, id: number): Promise<ShownMember | undefined> {
  const row = await services.db.one<Row>(`${SELECT} WHERE members.id = ?`, [id]);
  return row && shown(row, services.now());
}

const COLUMNS = { point: "point", soria: "soria", soriaPlus: "soria_plus" } as const;

export const passStatement = (address: string, pass: (typeof PASSES)[number]) =>
  sql`INSERT OR REPLACE INTO wallets (address, has_pass, pass_used)
    VALUES (${address.toLowerCase()}, ${pass !== "none"}, ${pass === "used"})`;

/** Uses the text for all languages, because desk users write it in one. */
const inAll = (text: string) => JSON.stringify(Object.fromEntries(LANGUAGES.map((lng) => [lng, text])));

/** Returns the statements that set the balances, with a history row for each difference. */
function balanceStatements(member: Member, wanted: NonNullable<MemberChange["balances"]>, at: number) {
  return Object.entries(COLUMNS).flatMap(([name, balance]) => {
    const difference = (wanted[name as keyof typeof COLUMNS] ?? member[balance]) - member[balance];
    if (difference === 0) return [];
    return move({ member, balance, amount: difference, note: inAll("Sandbox desk"), at });
  });
}

export async function editMember(
  services: Services,
  id: number,
  change: MemberChange,
): Promise<ShownMember | undefined> {
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
    if (balances) statements.push(...balanceStatements(member, balances, now));
    if (pass !== undefined && member.address !== null) statements.push(passStatement(member.address, pass));
    await services.db.atomically(statements);
  });
  return memberShown(services, id);
}

export async function addOrders(services: Services, id: number, count: number): Promise<boolean> {
  const member = await memberShown(services, id);
  if (!member) return false;
  const now = services.now();
  await services.db.atomically(
    orderStatements(seededRandom(now % 2 ** 31), {
      memberId: id,
      products: loadContent().products,
      count,
      now: now - DAY,
      mark: id * 1000 + member.orders,
    }),
  );
  return true;
}

export async function editOrder(
  { db }: Services,
  number: string,
  status: (typeof ORDER_STATUSES)[number],
): Promise<boolean> {
  const { changes } = await db.run(sql`UPDATE orders SET status = ${status} WHERE number = ${number}`);
  return changes > 0;
}
