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

/** The scale goes on behind the threshold, so that its line is seen. */
const ROOM = 0.08;

export interface Standing {
  agree: number;
  against: number;
  /** Lengths of the bars in hundredths of their ground; both are drawn to one scale. */
  agreeLength: number;
  againstLength: number;
  /** Where the threshold stands on that scale; undefined without one. */
  thresholdAt?: number;
  /** Of all votes, in whole percent; undefined before the first vote. */
  agreeShare?: number;
  againstShare?: number;
  /** How much is missing to the threshold; 0 when it is reached; undefined without one. */
  missing?: number;
}

/**
 * Agree and against as two bars of one scale, on which the largest of both and the threshold have room. Negative or
 * missing amounts count as nothing.
 */
export function standingOf({
  agree,
  against,
  required,
}: Pick<SuggestionSummary, "agree" | "against" | "required">): Standing {
  const whole = (amount: number | undefined) => Math.max(0, amount ?? 0);
  const [yes, no, threshold] = [whole(agree), whole(against), whole(required)];
  const end = Math.max(yes, no, threshold * (1 + ROOM));
  const length = (amount: number) => (end === 0 ? 0 : Math.round((amount / end) * 1000) / 10);
  const all = yes + no;
  const agreeShare = Math.round((yes / all) * 100);
  return {
    agree: yes,
    against: no,
    agreeLength: length(yes),
    againstLength: length(no),
    ...(threshold > 0 && { thresholdAt: length(threshold), missing: Math.max(0, threshold - yes) }),
    ...(all > 0 && { agreeShare, againstShare: 100 - agreeShare }),
  };
}
