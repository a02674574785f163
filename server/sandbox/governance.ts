/** Rows of the governance tables and their wire format (governance.md). */
import { textIn, type Language } from "./texts";

export interface SuggestionRow {
  id: number;
  type: string;
  status: string;
  title: string;
  content: string;
  account_name: string;
  created_at: number;
  start_at: number | null;
  end_at: number | null;
  agree: number;
  against: number;
  voters: number;
  required: number;
  reason: string | null;
  debates: number;
  vote: string | null;
}

export interface DebateRow {
  id: number;
  title: string;
  content: string;
  account_name: string;
  created_at: number;
  all_likes: number;
  liked: number;
  comments: number;
  deleted: number;
}

export interface CommentRow {
  id: number;
  parent_id: number | null;
  account_name: string;
  content: string;
  created_at: number;
  likes: number;
  deleted_by: string | null;
}

export const SUGGESTIONS = `SELECT s.*, (SELECT COUNT(*) FROM dao_debates d WHERE d.suggestion_id = s.id) AS debates,
  (SELECT vote FROM dao_votes v WHERE v.suggestion_id = s.id AND v.member_id = ?1) AS vote FROM dao_suggestions s`;

/** Seeded likes are a number; likes of members are rows. */
export const DEBATES = `SELECT d.*, d.likes + (SELECT COUNT(*) FROM dao_likes l WHERE l.debate_id = d.id) AS all_likes,
  EXISTS (SELECT 1 FROM dao_likes l WHERE l.debate_id = d.id AND l.member_id = ?1) AS liked,
  (SELECT COUNT(*) FROM dao_comments k WHERE k.debate_id = d.id) AS comments FROM dao_debates d`;

export const ORDER: Record<string, string> = {
  LATEST: "created_at DESC, id DESC",
  POPULAR: "agree + against DESC, id DESC",
  ENDING: "status <> 'IN_PROGRESS', CASE status WHEN 'IN_PROGRESS' THEN end_at END, created_at DESC",
};

export const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());

export const shownSuggestion = (row: SuggestionRow, language: Language) => ({
  id: row.id,
  type: row.type,
  title: textIn(row.title, language),
  content: textIn(row.content, language),
  status: row.status,
  account_name: row.account_name,
  created_at: moment(row.created_at),
  start_at: moment(row.start_at),
  end_at: moment(row.end_at),
  agree_amount: row.agree,
  against_amount: row.against,
  voter_count: row.voters,
  required_amount: row.required,
  debate_count: row.debates,
  my_vote: row.vote,
  result_reason: row.reason === null ? null : textIn(row.reason, language),
});

/** A removed debate keeps its place in the list, without its title and text. */
export const shownDebate = (row: DebateRow, language: Language) => ({
  id: row.id,
  title: row.deleted ? "" : textIn(row.title, language),
  content: row.deleted ? "" : textIn(row.content, language),
  account_name: row.account_name,
  created_at: moment(row.created_at),
  like_count: row.all_likes,
  is_liked: row.liked === 1,
  comment_count: row.comments,
  is_deleted: row.deleted === 1,
});

export const shownComment = (row: CommentRow, language: Language) => ({
  id: row.id,
  parent_id: row.parent_id,
  account_name: row.account_name,
  content: row.deleted_by === null ? textIn(row.content, language) : "",
  created_at: moment(row.created_at),
  like_count: row.likes,
  deleted_by: row.deleted_by,
});

/** Orders comments oldest first, each followed by its replies, recursively. */
export function threaded(rows: CommentRow[], parent: number | null = null): CommentRow[] {
  return rows.filter((row) => row.parent_id === parent).flatMap((row) => [row, ...threaded(rows, row.id)]);
}
