import { calls } from "../../wire/calls";
import { Code } from "../../wire/codes";
import { idOf, invalid, listed, notFound } from "../responses";
import { sql } from "../database";
import type { Call, Services } from "../services";
import { languageOf, shownRow, type Row } from "../texts";
import type { Route } from "./route";

const suggestions = (memberId: number) => sql`SELECT s.id, type, title, content, status, account_name,
  created_at, start_at, end_at, agree_amount, against_amount, voter_count, required_amount,
  (SELECT COUNT(*) FROM dao_debates WHERE suggestion_id = s.id) AS debate_count,
  (SELECT vote FROM dao_votes WHERE suggestion_id = s.id AND member_id = ${memberId}) AS my_vote, result_reason
  FROM dao_suggestions s`;

const ORDER = {
  LATEST: sql`created_at DESC, id DESC`,
  POPULAR: sql`agree_amount + against_amount DESC, id DESC`,
  ENDING: sql`status <> 'IN_PROGRESS', CASE status WHEN 'IN_PROGRESS' THEN end_at END, created_at DESC`,
};

/**
 * Seeded likes are a number; likes of members are rows. A removed debate keeps its place in the list, without its
 * title and text.
 */
const debates = (memberId: number) => sql`SELECT d.id, iif(deleted, '{}', title) AS title,
  iif(deleted, '{}', content) AS content, account_name, created_at,
  likes + (SELECT COUNT(*) FROM dao_likes WHERE debate_id = d.id) AS like_count,
  EXISTS (SELECT 1 FROM dao_likes WHERE debate_id = d.id AND member_id = ${memberId}) AS is_liked,
  (SELECT COUNT(*) FROM dao_comments WHERE debate_id = d.id) AS comment_count, deleted AS is_deleted
  FROM dao_debates d`;

/** Orders comments oldest first, each followed by its replies, recursively. */
function threaded(rows: Row[], parent: Row[string] = null): Row[] {
  return rows.filter((row) => row.parent_id === parent).flatMap((row) => [row, ...threaded(rows, row.id)]);
}

const shownIn = (c: Call) => {
  const language = languageOf(c);
  return (row: Row) => shownRow(row, language, ["title", "content", "result_reason"]);
};

/** Routes /dao (governance.md). An unknown suggestion or debate is HTTP 404 with 1500. */
export function daoCalls(services: Services, on: Route) {
  const { db } = services;

  async function debateOf(c: Call): Promise<Row> {
    const debate = await db.one<Row>(
      sql`${debates(c.get("member").id)} WHERE d.id = ${idOf(c, "dId")} AND suggestion_id = ${idOf(c, "sId")}`,
    );
    if (!debate) throw notFound("There is no such debate", Code.COMMUNITY_NOT_FOUND);
    return debate;
  }

  on(calls.suggestions, async (query, c) => {
    const { type, status, by, sort = "LATEST" } = query;
    const { id } = c.get("member");
    const rows = await db.all<Row>(
      sql`${suggestions(id)} WHERE type = COALESCE(${type}, type) AND status = COALESCE(${status}, status)
        AND (${by} IS NULL OR member_id = ${id}) ORDER BY ${ORDER[sort]}`,
    );
    return listed(query, rows, shownIn(c));
  });

  on(calls.suggestion, async (_, c) => {
    const row = await db.one<Row>(sql`${suggestions(c.get("member").id)} WHERE s.id = ${idOf(c, "sId")}`);
    if (!row) throw notFound("There is no such suggestion", Code.COMMUNITY_NOT_FOUND);
    return shownIn(c)(row);
  });

  on(calls.debates, async (query, c) => {
    const rows = await db.all<Row>(
      sql`${debates(c.get("member").id)} WHERE suggestion_id = ${idOf(c, "sId")} ORDER BY created_at DESC, id`,
    );
    return listed(query, rows, shownIn(c));
  });

  on(calls.comments, async (query, c) => {
    const debate = await debateOf(c);
    const rows = await db.all<Row>(
      sql`SELECT id, parent_id, account_name, iif(deleted_by IS NULL, content, '{}') AS content, created_at,
        likes AS like_count, deleted_by FROM dao_comments WHERE debate_id = ${debate.id} ORDER BY created_at, id`,
    );
    return listed(query, threaded(rows), shownIn(c));
  });

  on(calls.likeDebate, async (_, c) => {
    const { id } = await debateOf(c);
    await db.run(sql`INSERT OR IGNORE INTO dao_likes (debate_id, member_id)
      VALUES (${id}, ${c.get("member").id})`);
    const { like_count, is_liked } = shownIn(c)(await debateOf(c));
    return { like_count, is_liked };
  });

  // Stores only a member's first report of a target. A repeated report succeeds without effect.
  on(calls.report, async ({ targetType, targetId, reason, detail }, c) => {
    const table = `dao_${targetType.toLowerCase()}s`;
    const target = await db.one(`SELECT 1 FROM ${table} WHERE id = ?`, [targetId]);
    if (!target) throw invalid("There is nothing to report", Code.COMMUNITY_NOT_FOUND);
    await db.run(
      sql`INSERT OR IGNORE INTO dao_reports (member_id, target_type, target_id, reason, detail, created_at)
        VALUES (${c.get("member").id}, ${targetType}, ${targetId}, ${reason}, ${detail}, ${services.now()})`,
    );
  });

  on(calls.daoMembers, async (query, c) => {
    const rows = await db.all<Row>(
      sql`SELECT * FROM dao_members WHERE type = COALESCE(${query.type}, type) ORDER BY joined_at DESC, id`,
    );
    return listed(query, rows, shownIn(c));
  });
}
