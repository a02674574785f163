import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";

export interface OfflineAnswer {
  offline: true;
}

export function isOffline(answer: unknown): answer is OfflineAnswer {
  return typeof answer === "object" && answer !== null && "offline" in answer && answer.offline === true;
}

/**
 * `clientAction` for pages with forms: calls the server's action, and returns an offline result on network failure.
 * Otherwise an error page would replace the page, and the input would be lost.
 */
export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (error) {
    // fetch rejects with TypeError on network failure.
    if (error instanceof TypeError) return { offline: true } satisfies OfflineAnswer;
    throw error;
  }
}

/** `shouldRevalidate` that skips revalidation after an offline result. */
export function shouldRevalidate({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return !isOffline(actionResult) && defaultShouldRevalidate;
}
