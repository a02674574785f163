import { ApiError } from "./api-error";
import { failureOf } from "./failure";
import { SignInNeeded } from "./sign-in-needed.server";

/** The outcome of a part of a page that may fail while the rest is shown. Survives the way to the browser. */
export type PartResult<Value> =
  | { ok: true; value: Value }
  | { ok: false; messageKey: string; status: number };

/**
 * Turns the failure of an API call, or of the session store, into a value: a part that fails must not take its page
 * down, and an error cannot travel as a deferred value. Faults of our own still throw.
 *
 * @param whole statuses with which the whole page fails, because nothing can be shown around this part
 * @throws ApiError with one of those
 */
export async function partResult<Value>(
  work: Promise<Value>,
  whole: readonly number[] = [],
): Promise<PartResult<Value>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    if (error instanceof ApiError && whole.includes(error.status)) throw error;
    const failure = failureOf(error);
    if (!failure) throw error;
    return { ok: false, ...failure };
  }
}

/**
 * `partResult` for a deferred part. Its page has begun and cannot lead to the sign-in any more, so a session that the
 * API ends now is told in the part itself; the next page leads there.
 */
export async function latePartResult<Value>(work: Promise<Value>): Promise<PartResult<Value>> {
  try {
    return await partResult(work);
  } catch (error) {
    if (!(error instanceof SignInNeeded)) throw error;
    return { ok: false, messageKey: "errors:http.401", status: 401 };
  }
}
