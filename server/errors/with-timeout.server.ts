import { requestScope } from "#server/runtime/request-scope.server";
import { within } from "#server/runtime/within";
import { ApiError } from "./api-error";

/** Default timeout of an optional part of a page, in ms. */
const OPTIONAL_MS = 300;

/**
 * Returns the value of an optional part; undefined when it is late or the API fails. A late part keeps running, so the
 * next request can use its result. After an API call of this request has timed out, the visitor has waited long enough:
 * only a part that is ready at once counts.
 */
export async function orUndefinedAfter<Value>(
  part: Promise<Value>,
  ms = OPTIONAL_MS,
): Promise<Value | undefined> {
  const patience = requestScope()?.api.stalled?.size ? 0 : ms;
  try {
    return await within(patience, part, () => undefined);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
}
