import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** What a form's action answers in place of the server when the connection broke on the way. */
export interface OfflineAnswer {
  offline: true;
}

export function isOffline(answer: unknown): answer is OfflineAnswer {
  return typeof answer === "object" && answer !== null && "offline" in answer && answer.offline === true;
}

/**
 * For a `clientAction`: asks the server, and turns a connection that broke into an answer. Without it the page would
 * give way to an error page, and everything that was typed would be lost.
 */
async function orOffline<Answer>(ask: () => Promise<Answer>): Promise<Answer | OfflineAnswer> {
  try {
    return await ask();
  } catch (error) {
    // What fetch throws when there was no answer.
    if (error instanceof TypeError) return { offline: true };
    throw error;
  }
}

/** The `clientAction` of a page with forms. */
export function askServer({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  return orOffline(() => serverAction());
}

/** For `shouldRevalidate`: nothing can be loaded anew while there is no connection. */
export function unlessOffline({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return isOffline(actionResult) ? false : defaultShouldRevalidate;
}
