import { setTimeout as pause } from "node:timers/promises";
import { ApiError } from "#server/errors/api-error";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { timing } from "./timing.server";

/** Result of a call: its response, a business refusal, or "unknown" for anything inconclusive. */
export type CallOutcome<Answer> = { answer: Answer } | { refused: ApiError } | "unknown";

/**
 * Runs a call and returns its failure as a value. A redirect to the sign-in is "unknown": it does not settle the
 * purchase.
 */
export async function ask<Answer>(work: () => Promise<Answer>): Promise<CallOutcome<Answer>> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (error instanceof ApiError) return error.kind === "business" ? { refused: error } : "unknown";
    if (error instanceof SignInNeeded) return "unknown";
    throw error;
  }
}

/**
 * Calls up to three times with pauses (payment.md: "tried again three times with a pause").
 *
 * @param isFinal whether a refusal ends the attempts; by default every refusal does
 */
export async function askThrice<Answer>(
  work: () => Promise<Answer>,
  isFinal: (error: ApiError) => boolean = () => true,
): Promise<CallOutcome<Answer>> {
  let asked: CallOutcome<Answer> = "unknown";
  for (const wait of timing.tries) {
    if (wait > 0) await pause(wait);
    asked = await ask(work);
    if (asked !== "unknown" && ("answer" in asked || isFinal(asked.refused))) return asked;
  }
  return asked;
}
