import { env } from "#server/config/env.server";
import { requestScope } from "#server/runtime/request-scope.server";
import { within } from "#server/runtime/within";
import { ApiError } from "./api-error";

/**
 * Returns the value of an optional part; undefined when it is late or the API fails. A late part keeps running, so the
 * next request can use its result. After an API call of this request has timed out, only a part that is ready at once
 * counts.
 */
export async function orUndefinedAfter<Value>(
  part: Promise<Value>,
  ms = env().optionalPartMs,
): Promise<Value | undefined> {
  try {
    const patience = requestScope()?.api.stalled?.size ? 0 : ms;
    return await within(patience, part, () => undefined);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
}
