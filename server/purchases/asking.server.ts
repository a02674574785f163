import { setTimeout as pause } from "node:timers/promises";
import { ApiError } from "#server/errors/api-error";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { timing } from "./timing.server";

/** What came of a call: its answer, a refusal for good, or nothing that says anything. */
export type Asked<Answer> = { answer: Answer } | { refused: ApiError } | "unknown";

/** Returns a failed call as a value. The way to the sign-in, too, says nothing of the purchase. */
export async function ask<Answer>(work: () => Promise<Answer>): Promise<Asked<Answer>> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (error instanceof ApiError) return error.kind === "business" ? { refused: error } : "unknown";
    if (error instanceof SignInNeeded) return "unknown";
    throw error;
  }
}

/**
 * Asks up to three times with a pause (payment.md: "tried again three times with a pause").
 *
 * @param work is given the number of the try, from 0
 * @param isFinal whether a refusal will be the same next time
 */
export async function askThrice<Answer>(
  work: (attempt: number) => Promise<Answer>,
  isFinal: (error: ApiError) => boolean = () => true,
): Promise<Asked<Answer>> {
  let asked: Asked<Answer> = "unknown";
  for (const [attempt, wait] of timing.tries.entries()) {
    if (wait > 0) await pause(wait);
    asked = await ask(() => work(attempt));
    if (asked !== "unknown" && ("answer" in asked || isFinal(asked.refused))) return asked;
  }
  return asked;
}
