import { isStoreUnavailable } from "./store-unavailable";
import { ApiError } from "./api-error";

/** What a visitor is told of something that failed: the status of the answer, and the text as "namespace:key". */
export interface Failure {
  status: number;
  messageKey: string;
}

/**
 * What the catalogue says about an error: one of the API, or of the session store, which counts as "no response".
 *
 * @returns undefined for every other error: a fault of ours, a redirect
 */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof ApiError) return { status: error.status, messageKey: error.messageKey };
  return isStoreUnavailable(error) ? { status: 503, messageKey: "errors:http.noResponse" } : undefined;
}
