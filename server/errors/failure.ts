import { isStoreUnavailable } from "./store-unavailable";
import { ApiError } from "./api-error";

export interface Failure {
  status: number;
  messageKey: string;
}

/**
 * Maps an error of the API, or of the session store ("no response"), to its status and message.
 *
 * @returns undefined for every other error, such as a bug or a redirect
 */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof ApiError) return { status: error.status, messageKey: error.messageKey };
  return isStoreUnavailable(error) ? { status: 503, messageKey: "errors:http.noResponse" } : undefined;
}
