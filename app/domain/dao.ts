/**
 * Governance (governance.md): types and derived values. The schemas of the API (server/wire/dao.ts) import these lists,
 * so that the browser does not load the schemas.
 */
import { instant } from "./instant";
import type { Remaining } from "./remaining-time";

export const suggestionTypes = ["POLICY", "CONTENT", "EVENT", "ECONOMY", "ETC"] as const;
export type SuggestionType = (typeof suggestionTypes)[number];

export const suggestionStatuses = ["UNDER_REVIEW", "RETURNED", "IN_PROGRESS", "PASSED", "REJECTED"] as const;
export type SuggestionStatus = (typeof suggestionStatuses)[number];

export const suggestionSorts = ["LATEST", "POPULAR", "ENDING"] as const;

/** In the display order of the six cards. */
export const passTypes = [
  "ENTRY",
  "VOTING",
  "SUGGESTION",
  "BUSINESS",
  "CANDIDACY",
  "ADMINISTRATION",
] as const;
export type PassType = (typeof passTypes)[number];

export const reportTargets = ["SUGGESTION", "DEBATE", "COMMENT"] as const;
export type ReportTarget = (typeof reportTargets)[number];

export const reportReasons = ["SPAM", "OFFENSIVE", "OFF_TOPIC", "ETC"] as const;
export const MAX_REPORT_DETAIL = 2000;

/** Possible votes (public-site-and-community.md). */
export type Vote = "AGREE" | "AGAINST";

/** A suggestion of the API without its text, and the state of its vote. Times are ISO 8601, amounts whole units. */
export interface SuggestionSummary {
  id: number;
  type?: SuggestionType | undefined;
  title?: string | undefined;
  status?: SuggestionStatus | undefined;
  account_name?: string | undefined;
  created_at?: string | undefined;
  start_at?: string | undefined;
  end_at?: string | undefined;
  agree_amount?: number | undefined;
  against_amount?: number | undefined;
  required_amount?: number | undefined;
  voter_count?: number | undefined;
  debate_count?: number | undefined;
  my_vote?: Vote | undefined;
  voting?: VotingState | undefined;
  /** Time until the end of an open vote. */
  left?: Remaining | undefined;
}

/** Parses an id from a URL: a whole number from 0 (at most 15 digits); undefined for anything else. */
export const readId = (raw: string | null | undefined): number | undefined =>
  raw != null && /^\d{1,15}$/.test(raw) ? Number(raw) : undefined;

/** What the state and the result of a vote are computed from. */
export type VoteFacts = Omit<SuggestionSummary, "id">;

export type VotingState = "notOpen" | "open" | "ended";

/**
 * Returns whether votes can be cast at `now` (ms since 1970); undefined if the status is unknown. The status takes
 * precedence, except that an elapsed period ends a vote that is still "in progress", because the API updates it late.
 */
export function votingState({ status, start_at, end_at }: VoteFacts, now: number): VotingState | undefined {
  if (status === "PASSED" || status === "REJECTED") return "ended";
  if (status === "UNDER_REVIEW" || status === "RETURNED") return "notOpen";
  if (status === undefined) return undefined;
  if (end_at !== undefined && instant(end_at) <= now) return "ended";
  if (start_at !== undefined && instant(start_at) > now) return "notOpen";
  return "open";
}

/** State of a vote, for its picture and label. */
export type VoteState = "waiting" | "returned" | "open" | "ending" | "counting" | "passed" | "failed";

/**
 * Returns the state of a vote; undefined without a status. "passed" and "failed" come from the status and are never
 * computed. An open vote is "ending" in its last 24 hours, and "counting" if its period is over while the status still
 * says "in progress".
 */
export function voteStateOf({ status, voting, left }: VoteFacts): VoteState | undefined {
  if (status === "PASSED") return "passed";
  if (status === "REJECTED") return "failed";
  if (status === "RETURNED") return "returned";
  if (status === "UNDER_REVIEW" || voting === "notOpen") return "waiting";
  if (voting === "ended") return "counting";
  if (left && left.days * 24 * 60 + left.hours * 60 + left.minutes <= 24 * 60) return "ending";
  return status && "open";
}

/** Returns whether to display the votes. Before the vote opens, a suggestion's zeros mean nothing. */
export const hasVotes = ({ agree_amount, against_amount, voting }: VoteFacts): boolean =>
  voting !== "notOpen" && (agree_amount ?? against_amount) !== undefined;

/**
 * Computes the shares and the progress of a vote. A share is never 0 or 100 while both sides have votes. Negative or
 * missing amounts count as 0.
 */
export function standingOf(votes: VoteFacts) {
  const agree = Math.max(0, votes.agree_amount ?? 0);
  const against = Math.max(0, votes.against_amount ?? 0);
  const required = Math.max(0, votes.required_amount ?? 0);
  const all = agree + against;
  const rounded = Math.round((agree / all) * 100);
  const share = agree > 0 && against > 0 ? Math.min(99, Math.max(1, rounded)) : rounded;
  return {
    agree,
    against,
    /** Shares of all votes in whole percent, 100 in total; undefined before the first vote. */
    ...(all > 0 && { shares: { agree: share, against: 100 - share } }),
    ...(required > 0 && {
      threshold: {
        required,
        /** Negative if the threshold is exceeded. */
        missing: required - agree,
        /** Rounded down: 99.9 is not yet 100. */
        percent: Math.floor((agree * 100) / required),
        /** Unrounded (1 = reached), for the picture. */
        rise: agree / required,
      },
    }),
  };
}

/**
 * Returns which sentence describes the distance to the threshold; undefined if figures and status contradict each
 * other, before a vote and for returned suggestions.
 */
export function wayOf(
  state: VoteState | undefined,
  { agree, against, threshold }: ReturnType<typeof standingOf>,
): "missing" | "reached" | "counting" | "passed" | "exactly" | "short" | "overruled" | undefined {
  if (!threshold || state === undefined || state === "waiting" || state === "returned") return undefined;
  const isEnough = threshold.missing <= 0;
  if (state === "passed") return isEnough ? (threshold.missing < 0 ? "passed" : "exactly") : undefined;
  if (state === "failed") return isEnough ? (against >= agree ? "overruled" : undefined) : "short";
  if (state === "counting") return isEnough ? "counting" : "short";
  return isEnough ? "reached" : "missing";
}
