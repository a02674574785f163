import { type AppLoadContext, json } from "@remix-run/node";
import { isStoreUnavailable } from "./store";

/**
 * 503 with the no-response text of the catalogue. Each caller gets its own, because a Response can be read once.
 */
export function storeDown({ requestId }: AppLoadContext = {}): Response {
  return json(
    { messageKey: "errors:http.noResponse", requestId },
    { status: 503, headers: { "Retry-After": "2", "Cache-Control": "no-store" } },
  );
}

/**
 * Runs work that needs the session store.
 *
 * @throws Response 503 when the store does not answer
 */
export async function withStore<Result>(
  work: () => Promise<Result>,
  context?: AppLoadContext,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isStoreUnavailable(error) ? storeDown(context) : error;
  }
}
