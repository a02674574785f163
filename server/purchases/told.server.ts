/**
 * What a member was told about a purchase, and what is true now (docs/decisions/0065). While the two differ, a message
 * is due: the first one of an outcome, or a correction of an earlier one. Pure: it makes no calls and stores nothing.
 */

import { z } from "zod";
import type { Kind, State } from "~/domain/purchase-summary";
import { isTakenOtherwise } from "~/domain/purchase-status";
import { isEnd } from "./machine.server";

/** An outcome: `what` as of `truthOf`; `version` counts the changes of a purchase's outcome from 1; `at` in ms. */
export const newsSchema = z.object({ what: z.string(), version: z.number().int(), at: z.number() });

/** The fields of a purchase that its outcome depends on, and those that record what was told. */
interface Outcome {
  kind: Kind;
  state: State;
  amount: number;
  currency: string;
  changedAt: number;
  taken?: { amount: number; currency: string; at: number; refunded?: number | undefined } | undefined;
  isVoided?: boolean | undefined;
  isDeclined?: boolean | undefined;
  isUntold?: boolean | undefined;
  news?: News | undefined;
  told?: News | undefined;
}
type News = z.infer<typeof newsSchema>;

/** Outcomes that say that no money was taken. */
const NOTHING_TAKEN = ["refused", "cancelled", "declined", "voided", "expired"];

/** Returns the outcome that the member has to know; undefined while there is none. */
function truthOf(purchase: Outcome): string | undefined {
  const { kind, state, taken, isVoided, isDeclined, told } = purchase;
  if (state === "captured") {
    if (taken?.refunded !== undefined) return `partRefunded ${taken.refunded}`;
    if (taken && isTakenOtherwise(purchase)) return `otherAmount ${taken.amount} ${taken.currency}`;
    return kind === "order" ? "ordered" : "captured";
  }
  if (state === "cancelled") return isVoided ? "voided" : isDeclined ? "declined" : "cancelled";
  if (isEnd(state)) return state;
  const isPaid = state === "paid" || state === "confirming";
  return isPaid && told && NOTHING_TAKEN.includes(told.what) ? "charged" : undefined;
}

/** Returns the outcome that a message has to tell; undefined when the member knows it, or there is none. */
export function dueNews(purchase: Outcome): string | undefined {
  const what = truthOf(purchase);
  return what === purchase.told?.what ? undefined : what;
}

/** Returns whether the due message says the contrary of what the member was told about the money. */
export function isCorrection(purchase: Outcome): boolean {
  const [what, told] = [dueNews(purchase), purchase.told?.what];
  if (what === undefined || told === undefined) return false;
  return NOTHING_TAKEN.includes(what) !== NOTHING_TAKEN.includes(told);
}

/** Gives a changed outcome its next version and its time. */
export function noteNews(draft: Outcome, now: number): void {
  const what = truthOf(draft);
  if (what === undefined || what === draft.news?.what) return;
  draft.news = { what, version: (draft.news?.version ?? 0) + 1, at: now };
}

/** Records that the member knows the outcome: a page told it, or nothing has to be said about it. */
export function tell(draft: Outcome, now: number): void {
  noteNews(draft, now);
  if (draft.news) draft.told = { ...draft.news, at: now };
}

/** Reads a record of releases before 0.4.0, which stored only whether an end was untold. */
export function withNews<Record extends Outcome>(purchase: Record): Record {
  if (purchase.news || !isEnd(purchase.state)) return purchase;
  const { isUntold, changedAt } = purchase;
  const news = { what: truthOf(purchase) ?? purchase.state, version: 1, at: changedAt };
  return { ...purchase, news, ...(!isUntold && { told: news }) };
}
