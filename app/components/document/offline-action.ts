import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** Result of a form's action if the request failed offline. */
export interface OfflineAnswer {
  offline: true;
}

export function isOffline(answer: unknown): answer is OfflineAnswer {
  return typeof answer === "object" && answer !== null && "offline" in answer && answer.offline === true;
}

/**
 * Calls the server and returns an offline result on network failure. Otherwise an error page would replace the page,
 * and the input would be lost.
 */
async function orOffline<Answer>(ask: () => Promise<Answer>): Promise<Answer | OfflineAnswer> {
  try {
    return await ask();
  } catch (error) {
    // fetch rejects with TypeError on network failure.
    if (error instanceof TypeError) return { offline: true };
    throw error;
  }
}

/** `clientAction` for pages with forms: calls the server's action, or returns an offline result. */
export function serverActionOrOffline({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  return orOffline(() => serverAction());
}

/** `shouldRevalidate` that skips revalidation after an offline result. */
export function skipWhenOffline({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return isOffline(actionResult) ? false : defaultShouldRevalidate;
}
