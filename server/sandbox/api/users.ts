import { Hono } from "hono";
import { Code } from "../../wire/codes";
import { historyRequest, passwordRequest, profileRequest } from "../../wire/users";
import { bodyOf, invalid, ok, onlyWith, queryOf, Refusal, rowsOf } from "../answers";
import { purchasesOf } from "../book";
import type { Call, Env, Services } from "../services";
import { japanRange } from "../japan";
import { DELETION_WINDOW, userFields, type Member } from "../members";
import { hashPassword, isGoodName, isGoodPassword, isPassword } from "../passwords";
import { languageOf, textIn } from "../texts";
import { authenticated, fresh } from "../tokens";

async function profileOf(services: Services, member: Member) {
  const user = { ...userFields(member), createdAt: new Date(member.created_at).toISOString() };
  if (member.address === null) return user;
  const { db } = services;
  const wallet = await db.one<{ has_pass: number }>("SELECT * FROM wallets WHERE address = ?", [
    member.address,
  ]);
  const nfts = await db.all<{ type: string; token_id: string; reward: number; received: number }>(
    "SELECT * FROM nfts WHERE address = ? ORDER BY id",
    [member.address],
  );
  return {
    ...user,
    wallet: {
      address: member.address,
      hasPassToken: wallet?.has_pass === 1,
      nfts: nfts.map((nft) => ({
        type: nft.type,
        tokenId: nft.token_id,
        soriaPlusReward: nft.reward,
        rewardStatus: nft.received ? "RECEIVED" : "NOT_RECEIVED",
      })),
    },
  };
}

interface HistoryRow {
  id: number;
  created_at: number;
  currency: string;
  type: string;
  change_amount: number;
  net_amount: number;
  note: string;
  transaction_id: string | null;
}

/** Rows in a page of the history (docs/contract/calls.json). */
const HISTORY_SIZES = [10, 20, 30, 40, 50];

/** Lists the filtered history, newest first. The note follows Accept-Language. */
async function historyOf(services: Services, c: Call) {
  const wanted = queryOf(c, historyRequest);
  if (!HISTORY_SIZES.includes(wanted.size)) throw invalid(`size: one of ${HISTORY_SIZES.join(", ")}`);
  const range = japanRange(wanted);
  const where = `FROM history WHERE member_id = ?1 AND created_at BETWEEN ?2 AND ?3
    AND currency = ?4 AND ?5 IN ('ALL', type)`;
  const args = [c.get("member").id, range.from, range.to, wanted.currencyType, wanted.transactionType];
  const { page, size, offset } = rowsOf(wanted);
  const total = (await services.db.one<{ n: number }>(`SELECT COUNT(*) AS n ${where}`, args))?.n ?? 0;
  const rows = await services.db.all<HistoryRow>(
    `SELECT * ${where} ORDER BY created_at DESC, id DESC LIMIT ?6 OFFSET ?7`,
    [...args, size, offset],
  );
  const language = languageOf(c);
  return {
    page,
    page_count: Math.ceil(total / size),
    stats: { total },
    items: rows.map((row) => ({
      id: row.id,
      created_at: new Date(row.created_at).toISOString(),
      currency_type: row.currency,
      type: row.type,
      change_amount: row.change_amount,
      net_amount: row.net_amount,
      web_note: textIn(row.note, language),
      ...(services.settings.bindsPrice &&
        row.transaction_id !== null && { transactionId: row.transaction_id }),
    })),
  };
}

export function userCalls(services: Services) {
  const app = new Hono<Env>();
  app.use("*", authenticated(services));

  app.get("/me", async (c) => ok(c, await profileOf(services, c.get("member"))));

  app.patch("/me", async (c) => {
    const { firstName, lastName } = await bodyOf(c, profileRequest);
    if (!isGoodName(firstName) || !isGoodName(lastName))
      throw invalid("INVALID_NAME", Code.USER_INVALID_NAME);
    await services.db.run("UPDATE members SET first_name = ?, last_name = ? WHERE id = ?", [
      firstName.trim(),
      lastName.trim(),
      c.get("member").id,
    ]);
    return ok(c, await profileOf(services, await fresh(services, c)));
  });

  // A wrong old password is 1115; an invalid new password is 0 with HTTP 400. Ends the member's other sessions.
  app.patch("/me/password", async (c) => {
    const { oldPassword, newPassword } = await bodyOf(c, passwordRequest);
    const member = c.get("member");
    if (!(await isPassword(oldPassword, member.password))) {
      throw new Refusal(Code.USER_INVALID_PASSWORD, "INVALID_PASSWORD");
    }
    if (!isGoodPassword(newPassword)) throw invalid("The new password breaks the rules");
    await services.db.atomically([
      {
        sql: "UPDATE members SET password = ? WHERE id = ?",
        args: [await hashPassword(newPassword), member.id],
      },
      { sql: "DELETE FROM sessions WHERE member_id = ? AND sid <> ?", args: [member.id, c.get("sid")] },
      { sql: "DELETE FROM reset_tokens WHERE member_id = ?", args: [member.id] },
    ]);
    return ok(c);
  });

  // Schedules the deletion in 15 days; a sign-in before that cancels it. Ends all sessions of the member.
  app.delete("/me", async (c) => {
    const at = c.get("member").deletion_at ?? services.now() + DELETION_WINDOW;
    await services.db.atomically([
      { sql: "UPDATE members SET deletion_at = ? WHERE id = ?", args: [at, c.get("member").id] },
      { sql: "DELETE FROM sessions WHERE member_id = ?", args: [c.get("member").id] },
    ]);
    return ok(c);
  });

  app.get("/me/purchases", onlyWith(services, "listsPurchases"), async (c) =>
    ok(c, await purchasesOf(services, c)),
  );

  app.get("/me/history", async (c) => ok(c, await historyOf(services, c)));

  return app;
}
