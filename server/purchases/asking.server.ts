import { setTimeout as pause } from "node:timers/promises";
import { ApiError } from "#server/errors/api-error";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { keyOfTry } from "./keys.server";
import { changePurchase } from "./ledger.server";
import type { Purchase } from "./purchase.server";
import { timing } from "./timing.server";

/**
 * Result of a call: its response or a business refusal; neither for anything inconclusive. Callers test `data`, so a
 * call whose data may be null does not fit.
 */
interface CallOutcome<Data> {
  data?: Data;
  refused?: ApiError;
}

/** Runs a call and returns its failure as a value. A redirect to the sign-in settles nothing. */
export async function ask<Data>(work: () => Promise<Data>): Promise<CallOutcome<Data>> {
  try {
    return { data: await work() };
  } catch (error) {
    if (error instanceof ApiError) return error.kind === "business" ? { refused: error } : {};
    if (error instanceof SignInNeeded) return {};
    throw error;
  }
}

/** Calls up to three times with pauses. `isFinal`: whether a refusal ends the attempts; by default every one does. */
export async function askThrice<Data>(
  work: () => Promise<Data>,
  isFinal: (error: ApiError) => boolean = () => true,
): Promise<CallOutcome<Data>> {
  let asked: CallOutcome<Data> = {};
  for (const wait of timing.tries) {
    if (wait > 0) await pause(wait);
    asked = await ask(work);
    if ("data" in asked || (asked.refused && isFinal(asked.refused))) return asked;
  }
  return asked;
}

/** HTTP statuses that mean "nothing done, ask again with the same key" (contract/money.md, M2.6 and M8.6). */
const LATER = [409, 429, 503];

/** Returns whether the API may have stored this response under the call's key. */
function mayBeStored({ kind, httpStatus = 0 }: ApiError): boolean {
  return kind === "business" || (kind === "http" && !LATER.includes(httpStatus));
}

/**
 * Returns a function that makes a capture or confirm call with the Idempotency-Key of `keyOfTry`, and can be called
 * again after a failure. A response that the API may repeat under its key is counted in the ledger.
 */
export function repeatable<Data>(
  owner: string,
  purchase: Purchase,
  call: (key: string) => Promise<Data>,
): () => Promise<Data> {
  let { refusals = 0 } = purchase;
  return async () => {
    try {
      return await call(keyOfTry({ ...purchase, refusals }));
    } catch (error) {
      if (error instanceof ApiError && mayBeStored(error)) {
        const counted = (refusals += 1);
        await changePurchase(owner, purchase.key, (draft) => {
          draft.refusals = Math.max(draft.refusals ?? 0, counted);
        });
      }
      throw error;
    }
  };
}
