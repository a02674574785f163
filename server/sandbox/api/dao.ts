import { Hono } from "hono";
import { Code } from "../../wire/codes";
import { pageRequest } from "../../wire/common";
import { daoMemberListRequest, reportRequest, suggestionListRequest } from "../../wire/dao";
import { bodyOf, idOf, invalid, notFound, ok, queryOf, rowsOf } from "../answers";
import {
  DEBATES,
  moment,
  ORDER,
  shownComment,
  shownDebate,
  shownSuggestion,
  SUGGESTIONS,
  threaded,
  type CommentRow,
  type DebateRow,
  type SuggestionRow,
} from "../governance";
import type { Call, Env, Services } from "../services";
import { languageOf } from "../texts";
import { authenticated } from "../tokens";

function listed<Row, Item>(query: { page: number }, rows: Row[], show: (row: Row) => Item) {
  const { page, size, offset } = rowsOf(query);
  return {
    page,
    page_count: Math.ceil(rows.length / size),
    stats: { total: rows.length },
    items: rows.slice(offset, offset + size).map(show),
  };
}

async function debateOf(services: Services, c: Call): Promise<DebateRow> {
  const debate = await services.db.one<DebateRow>(`${DEBATES} WHERE d.id = ?2 AND d.suggestion_id = ?3`, [
    c.get("member").id,
    idOf(c, "dId"),
    idOf(c, "sId"),
  ]);
  if (!debate) throw notFound("There is no such debate", Code.COMMUNITY_NOT_FOUND);
  return debate;
}

/**
 * Routes /dao (governance.md). Every call requires a token; an unknown suggestion or debate is HTTP 404 with 1500.
 */
export function daoCalls(services: Services) {
  const app = new Hono<Env>();
  app.use("*", authenticated(services));

  app.get("/suggestions", async (c) => {
    const query = queryOf(c, suggestionListRequest);
    const order = ORDER[query.sort ?? "LATEST"];
    const rows = await services.db.all<SuggestionRow>(
      `${SUGGESTIONS} WHERE (?2 IS NULL OR type = ?2) AND (?3 IS NULL OR status = ?3)
        AND (?4 = 0 OR s.member_id = ?1) ORDER BY ${order}`,
      [c.get("member").id, query.type ?? null, query.status ?? null, query.by === "me" ? 1 : 0],
    );
    const language = languageOf(c);
    return ok(
      c,
      listed(query, rows, (row) => shownSuggestion(row, language)),
    );
  });

  app.get("/suggestions/:sId", async (c) => {
    const row = await services.db.one<SuggestionRow>(`${SUGGESTIONS} WHERE s.id = ?2`, [
      c.get("member").id,
      idOf(c, "sId"),
    ]);
    if (!row) throw notFound("There is no such suggestion", Code.COMMUNITY_NOT_FOUND);
    return ok(c, shownSuggestion(row, languageOf(c)));
  });

  app.get("/suggestions/:sId/debates", async (c) => {
    const query = queryOf(c, pageRequest);
    const rows = await services.db.all<DebateRow>(
      `${DEBATES} WHERE d.suggestion_id = ?2 ORDER BY created_at DESC, id`,
      [c.get("member").id, idOf(c, "sId")],
    );
    const language = languageOf(c);
    return ok(
      c,
      listed(query, rows, (row) => shownDebate(row, language)),
    );
  });

  app.get("/suggestions/:sId/debates/:dId/comments", async (c) => {
    const query = queryOf(c, pageRequest);
    const debate = await debateOf(services, c);
    const rows = await services.db.all<CommentRow>(
      "SELECT * FROM dao_comments WHERE debate_id = ? ORDER BY created_at, id",
      [debate.id],
    );
    const language = languageOf(c);
    return ok(
      c,
      listed(query, threaded(rows), (row) => shownComment(row, language)),
    );
  });

  app.post("/suggestions/:sId/debates/:dId/like", async (c) => {
    const debate = await debateOf(services, c);
    const args = [debate.id, c.get("member").id];
    await services.db.run("INSERT OR IGNORE INTO dao_likes (debate_id, member_id) VALUES (?, ?)", args);
    const { all_likes, liked } = await debateOf(services, c);
    return ok(c, { like_count: all_likes, is_liked: liked === 1 });
  });

  // Stores only a member's first report of a target. A repeated report succeeds without effect.
  app.post("/report", async (c) => {
    const { targetType, targetId, reason, detail } = await bodyOf(c, reportRequest);
    const table = { SUGGESTION: "dao_suggestions", DEBATE: "dao_debates", COMMENT: "dao_comments" }[
      targetType
    ];
    const target = await services.db.one(`SELECT 1 FROM ${table} WHERE id = ?`, [targetId]);
    if (!target) throw invalid("There is nothing to report", Code.COMMUNITY_NOT_FOUND);
    await services.db.run(
      `INSERT OR IGNORE INTO dao_reports (member_id, target_type, target_id, reason, detail, created_at)
        VALUES (?, ?, ?, ?, ?, ?)`,
      [c.get("member").id, targetType, targetId, reason, detail, services.now()],
    );
    return ok(c);
  });

  app.get("/members", async (c) => {
    const query = queryOf(c, daoMemberListRequest);
    const rows = await services.db.all<{
      id: number;
      account_name: string;
      type: string;
      joined_at: number;
      amount: number;
    }>("SELECT * FROM dao_members WHERE ?1 IS NULL OR type = ?1 ORDER BY joined_at DESC, id", [
      query.type ?? null,
    ]);
    return ok(
      c,
      listed(query, rows, ({ id, account_name, type, joined_at, amount }) => ({
        id,
        account_name,
        type,
        joined_at: moment(joined_at),
        amount,
      })),
    );
  });

  return app;
}
