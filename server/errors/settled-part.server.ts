import { ApiError } from "./api-error";
import { SignInNeeded } from "./sign-in-needed.server";
import { isStoreUnavailable } from "./store-unavailable";

/** Result of a part of a page that may fail while the rest is shown. */
export type PartResult<Value> =
  | { ok: true; value: Value }
  | { ok: false; messageKey: string; status: number; retryAfter?: number };

/**
 * Converts a failure of the API or the session store into a value, so that a failed part does not break its page.
 *
 * @param whole statuses of an ApiError to rethrow, because nothing is useful without this part
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

/** Like `partResult`, for a deferred part: its page can no longer redirect, so an ended session becomes an error. */
export async function deferredResult<Value>(work: Promise<Value>): Promise<PartResult<Value>> {
  try {
    return await partResult(work);
  } catch (error) {
    if (!(error instanceof SignInNeeded)) throw error;
    return { ok: false, messageKey: "errors:http.401", status: 401 };
  }
}

interface Failure {
  status: number;
  messageKey: string;
  /** Seconds until the API allows another try, if it says so. */
  retryAfter?: number;
}

/** @returns undefined unless it is an error of the API or the session store */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof ApiError) {
    const { status, messageKey, retryAfter } = error;
    return { status, messageKey, ...(retryAfter !== undefined && { retryAfter }) };
  }
  return isStoreUnavailable(error) ? { status: 503, messageKey: "errors:http.noResponse" } : undefined;
}
