import { randomBytes } from "node:crypto";
import { z } from "zod";
import { inquiryStatus } from "../../wire/support";
import { loadContent } from "../content";
import type { Services } from "../services";
import { insertMember, memberByAddress, memberByEmail } from "../members";
import { hashPassword } from "../passwords";
import { historyStatements } from "../seed/history";
import { inquiryStatements } from "../seed/inquiries";
import { orderStatements } from "../seed/orders";
import { PASSWORD, statesAt } from "../seed";
import { seededRandom } from "../seed/random";
import { passStatement } from "./edit";

const units = z.number().int().nonnegative().default(0);

/** Body of `POST /__members`. Every field is optional. */
export const memberOrder = z.object({
  email: z.string().email().optional(),
  password: z.string().default(PASSWORD),
  state: z.enum(["normal", "locked", "suspended", "leaving"]).default("normal"),
  type: z.enum(["EMAIL", "WALLET"]).default("EMAIL"),
  /** Address of a WALLET member, who gets a pass token. A random one if missing, for which nobody can sign. */
  address: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    .optional(),
  firstName: z.string().default("灯"),
  lastName: z.string().default("水野"),
  balances: z.object({ point: units, soria: units, soriaPlus: units }).default({}),
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
    ...orderStatements(random, {
      ...shared,
      products: loadContent().products,
      count: wanted.orders,
      mark: member.id * 100,
    }),
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
