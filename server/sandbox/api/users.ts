import { z } from "zod";
import { calls } from "../../wire/calls";
import { Code } from "../../wire/codes";
import { invalid, japanRange, listed, Refusal } from "../responses";
import { sql } from "../database";
import { DAY, DELETION_WINDOW, userFields, type Member } from "../members";
import { readName } from "../../wire/readers";
import { hashPassword, isGoodName, isGoodPassword, isPassword } from "../passwords";
import type { Call, Services } from "../services";
import { iso, languageOf, shownRow, type Row } from "../texts";
import { fresh } from "../tokens";
import { withMember } from "../transactions";
import { lookAtProvider } from "../settlement";
import type { Route } from "./route";

async function profileOf({ db }: Services, member: Member) {
  const { address } = member;
  const user = { ...userFields(member), createdAt: iso(member.created_at) };
  if (address === null) return user;
  const pass = await db.one(sql`SELECT 1 FROM wallets WHERE address = ${address} AND has_pass`);
  const nfts = await db.all(
    sql`SELECT type, token_id AS tokenId, reward AS soriaPlusReward,
      iif(received, 'RECEIVED', 'NOT_RECEIVED') AS rewardStatus FROM nfts WHERE address = ${address} ORDER BY id`,
  );
  return { ...user, wallet: { address, hasPassToken: pass !== undefined, nfts } };
}

/** Rows in a page of the history (contract/openapi.yaml). */
const HISTORY_SIZES = [10, 20, 30, 40, 50];

/** Lists the filtered history, newest first. The note follows Accept-Language. */
async function historyOf(services: Services, c: Call, wanted: z.output<typeof calls.history.query>) {
  if (!HISTORY_SIZES.includes(wanted.size)) throw invalid(`size: one of ${HISTORY_SIZES.join(", ")}`);
  const { from, to } = japanRange(wanted);
  const rows = await services.db.all<Row>(
    sql`SELECT id, created_at, currency AS currency_type, type, change_amount, net_amount, note AS web_note,
      transaction_id AS transactionId FROM history
      WHERE member_id = ${c.get("member").id} AND created_at BETWEEN ${from} AND ${to}
      AND currency = ${wanted.currencyType} AND ${wanted.transactionType} IN ('ALL', type)
      ORDER BY created_at DESC, id DESC`,
  );
  const language = languageOf(c);
  return listed(wanted, rows, ({ transactionId, ...row }) => ({
    ...shownRow(row, language, ["web_note"]),
    ...(services.settings.bindsPrice && transactionId !== null && { transactionId }),
  }));
}

/** Limit of `since` (money M6.1). */
const FARTHEST_BACK_MS = 400 * DAY;

const purchasesRequest = calls.book.query.extend({
  cursor: z
    .string()
    .regex(/^\d{1,16}-\d{1,16}$/)
    .default("0-0"),
  size: z.number().int().min(1).max(100).default(50),
});

/**
 * Implements GET /users/me/purchases: the member's transactions that changed at or after `since`, oldest change
 * first. Reads under the lock that every writer takes, so no change before `asOf` is missing (money M6.2, M6.3).
 */
async function purchasesOf(services: Services, c: Call, wanted: z.output<typeof purchasesRequest>) {
  const { since, key, cursor, size } = wanted;
  const { id } = c.get("member");
  const [after, afterRow] = cursor.split("-").map(Number);
  await lookAtProvider(services, id);
  return withMember(services, id, async () => {
    const asOf = services.now();
    const from = Math.max(Date.parse(since), asOf - FARTHEST_BACK_MS);
    const rows = await services.db.all<Row>(
      sql`SELECT id AS transactionId, iif(method = 'BALANCE', method, iif(order_id IS NULL, 'CARD', 'ORDER')) AS kind,
        key AS idempotencyKey, external_id AS externalTransactionId, order_id AS orderId, product_id AS objectId,
        name AS objectName, quantity, amount, taken AS amountTaken, currency, status, created_at AS createdAt,
        captured_at AS capturedAt, updated_at AS updatedAt, updated_at || '-' || rowid AS cursor FROM transactions
        WHERE member_id = ${id} AND updated_at >= ${from} AND (${key} IS NULL OR key = ${key})
        AND (updated_at, rowid) > (${after}, ${afterRow}) ORDER BY updated_at, rowid LIMIT ${size + 1}`,
    );
    const shown = rows.slice(0, size);
    const language = languageOf(c);
    return {
      items: shown.map(({ cursor: _, ...row }) => shownRow(row, language, ["objectName"])),
      nextCursor: rows.length > size ? shown.at(-1)?.cursor : null,
      asOf: iso(asOf),
    };
  });
}

export function userCalls(services: Services, on: Route) {
  on(calls.profile, (_, c) => profileOf(services, c.get("member")));

  on(calls.updateProfile, async ({ firstName, lastName }, c) => {
    if (!isGoodName(firstName) || !isGoodName(lastName))
      throw invalid("INVALID_NAME", Code.USER_INVALID_NAME);
    await services.db
      .run(sql`UPDATE members SET first_name = ${readName(firstName)}, last_name = ${readName(lastName)}
      WHERE id = ${c.get("member").id}`);
    return profileOf(services, await fresh(services, c));
  });

  // A wrong old password is 1115; an invalid new password is 0 with HTTP 400. Ends the member's other sessions.
  on(calls.changePassword, async ({ oldPassword, newPassword }, c) => {
    const member = c.get("member");
    if (!(await isPassword(oldPassword, member.password)))
      throw new Refusal(Code.USER_INVALID_PASSWORD, "INVALID_PASSWORD");
    if (!isGoodPassword(newPassword)) throw invalid("The new password breaks the rules");
    await services.db.atomically([
      sql`UPDATE members SET password = ${await hashPassword(newPassword)} WHERE id = ${member.id}`,
      sql`DELETE FROM sessions WHERE member_id = ${member.id} AND sid <> ${c.get("sid")}`,
      sql`DELETE FROM reset_tokens WHERE member_id = ${member.id}`,
    ]);
  });

  // Schedules the deletion in 15 days; a sign-in before that cancels it. Ends all sessions of the member.
  on(calls.deleteAccount, async (_, c) => {
    const { id, deletion_at } = c.get("member");
    const at = deletion_at ?? services.now() + DELETION_WINDOW;
    await services.db.atomically([
      sql`UPDATE members SET deletion_at = ${at} WHERE id = ${id}`,
      sql`DELETE FROM sessions WHERE member_id = ${id}`,
    ]);
  });

  const book = { ...calls.book, query: purchasesRequest };
  on(book, (wanted, c) => purchasesOf(services, c, wanted), "listsPurchases");

  on(calls.history, (wanted, c) => historyOf(services, c, wanted));
}
