/**
 * Governance (governance.md): the kinds of things, and what follows from their figures. The wire's schemas
 * (server/wire/dao.ts) take the lists from here, so that the browser does not load the schemas.
 */
import type { Remaining } from "./remaining-time";

export const suggestionTypes = ["POLICY", "CONTENT", "EVENT", "ECONOMY", "ETC"] as const;
export type SuggestionType = (typeof suggestionTypes)[number];

export const suggestionStatuses = ["UNDER_REVIEW", "RETURNED", "IN_PROGRESS", "PASSED", "REJECTED"] as const;
export type SuggestionStatus = (typeof suggestionStatuses)[number];

export const suggestionSorts = ["LATEST", "POPULAR", "ENDING"] as const;
export type SuggestionSort = (typeof suggestionSorts)[number];

/** In the order of the six cards. */
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

/** public-site-and-community.md: what a vote can be. */
export type Vote = "AGREE" | "AGAINST";

/** A suggestion without its text; everything but `id` may be missing. Times are ISO 8601, amounts whole units. */
export interface SuggestionSummary {
  id: number;
  type?: SuggestionType | undefined;
  title?: string | undefined;
  status?: SuggestionStatus | undefined;
  accountName?: string | undefined;
  createdAt?: string | undefined;
  startAt?: string | undefined;
  endAt?: string | undefined;
  agree?: number | undefined;
  against?: number | undefined;
  required?: number | undefined;
  voters?: number | undefined;
  debates?: number | undefined;
  myVote?: Vote | undefined;
  voting?: VotingState | undefined;
  /** Until the end of a vote that is open. */
  left?: Remaining | undefined;
}

/** An id out of an address: a whole number from 0 on; undefined for anything else. */
export function readId(raw: string | null | undefined): number | undefined {
  return raw != null && /^\d{1,15}$/.test(raw) ? Number(raw) : undefined;
}

type Period = Pick<SuggestionSummary, "status" | "startAt" | "endAt">;

export type VotingState = "notOpen" | "open" | "ended";

/**
 * Whether the votes can be cast now. The status leads; a period that is over ends a vote that is still called
 * "in progress", because the status follows it with some delay.
 *
 * @param now milliseconds since 1970
 * @returns undefined when the status is not known
 */
export function votingState({ status, startAt, endAt }: Period, now: number): VotingState | undefined {
  if (status === "PASSED" || status === "REJECTED") return "ended";
  if (status === "UNDER_REVIEW" || status === "RETURNED") return "notOpen";
  if (status === undefined) return undefined;
  if (endAt !== undefined && Date.parse(endAt) <= now) return "ended";
  if (startAt !== undefined && Date.parse(startAt) > now) return "notOpen";
  return "open";
}

/** What the picture of a vote and the word beside it tell. */
export type VoteState = "waiting" | "returned" | "open" | "ending" | "counting" | "passed" | "failed";

/**
 * Where a suggestion stands. Passed and failed are what the status says, never computed; an open vote "ends" in its last
 * 24 hours; one whose period is over while its status lags behind is being counted.
 */
export function voteStateOf({
  status,
  voting,
  left,
}: Pick<SuggestionSummary, "status" | "voting" | "left">): VoteState | undefined {
  if (status === "PASSED") return "passed";
  if (status === "REJECTED") return "failed";
  if (status === "RETURNED") return "returned";
  if (status === "UNDER_REVIEW" || voting === "notOpen") return "waiting";
  if (voting === "ended") return "counting";
  if (left && left.days * 24 * 60 + left.hours * 60 + left.minutes <= 24 * 60) return "ending";
  return status && "open";
}

/** Whether there is something to count: before the vote a suggestion's zeros say nothing. */
export function hasVotes({ agree, against, voting }: SuggestionSummary): boolean {
  return voting !== "notOpen" && (agree !== undefined || against !== undefined);
}

export interface Standing {
  agree: number;
  against: number;
  /** Of all votes, in whole percent, 100 together; undefined before the first vote. */
  shares?: { agree: number; against: number };
  /** The way to the threshold; undefined without one. */
  threshold?: {
    required: number;
    /** How much is missing; negative: by how much it was exceeded. */
    missing: number;
    /** Votes in favour in percent of those needed, rounded down: 99.9 is not yet 100. */
    percent: number;
    /** The same as a part of 1, for the picture. */
    rise: number;
  };
}

/**
 * How a vote stands: who is ahead, and whether it is enough. A share is never 0 or 100 while both sides have votes.
 * Negative or missing amounts count as nothing.
 */
export function standingOf(votes: Pick<SuggestionSummary, "agree" | "against" | "required">): Standing {
  const whole = (amount: number | undefined) => Math.max(0, amount ?? 0);
  const [agree, against, required] = [whole(votes.agree), whole(votes.against), whole(votes.required)];
  const all = agree + against;
  const rounded = Math.round((agree / all) * 100);
  const share = agree > 0 && against > 0 ? Math.min(99, Math.max(1, rounded)) : rounded;
  return {
    agree,
    against,
    ...(all > 0 && { shares: { agree: share, against: 100 - share } }),
    ...(required > 0 && {
      threshold: {
        required,
        missing: required - agree,
        percent: Math.floor((agree * 100) / required),
        rise: agree / required,
      },
    }),
  };
}

/** Which sentence says how far it is to the threshold; undefined where the figures and the status say nothing sound. */
export function wayOf(
  state: VoteState | undefined,
  { agree, against, threshold }: Standing,
): "missing" | "reached" | "counting" | "passed" | "exactly" | "short" | "overruled" | undefined {
  if (!threshold || state === undefined || state === "waiting" || state === "returned") return undefined;
  const isEnough = threshold.missing <= 0;
  if (state === "passed") return isEnough ? (threshold.missing < 0 ? "passed" : "exactly") : undefined;
  if (state === "failed") return isEnough ? (against >= agree ? "overruled" : undefined) : "short";
  if (state === "counting") return isEnough ? "counting" : "short";
  return isEnough ? "reached" : "missing";
}
